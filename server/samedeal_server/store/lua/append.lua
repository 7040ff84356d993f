-- Append facts to rooms' logs; each room's all or none, if the room is as expected.
--
-- One call carries whatever one process wants written at one moment, for any
-- number of rooms. Promise: of two writers that decided on the same state, one
-- appends; the other changes nothing and is told so. The same call sent twice
-- appends once, because the first has moved the marks that the second names; a
-- writer that slept and wakes up finds its marks moved, too.
--
-- A mark is the log's id of an entry, "<ms>-<offset>": the store's clock when it
-- was appended, and its number in the room, from 1 and without gaps.
--
-- KEYS     for each append the room's log (a stream of entries with one field
--          "f") and its head (a hash of marks: "last", and others named by
--          callers; "watchers" names the processes that want to know)
-- ARGV[1]  msgpack: for each append {conditions, entries, ttl}: conditions a flat
--          list of mark's name and value ("" for none), entries a flat list of
--          mark's name to set and the entry's bytes, ttl in seconds or 0
-- ARGV[2]  the process that writes
-- ARGV[3]  what the names of processes' doorbells begin with
--
-- Returns for each append the last entry's id; "" on a conflict; "!" and why when
-- the room's keys are not what they should be.

local appends = cmsgpack.unpack(ARGV[1])
local process, doorbell = ARGV[2], ARGV[3]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local answers = {}

local function ring(watchers, room)
  for watcher in string.gmatch(watchers, '%S+') do
    if watcher ~= process then
      redis.call('PUBLISH', doorbell .. watcher, room)
    end
  end
end

local function append(log, head, conditions, entries, ttl)
  local names = {'last', 'watchers'}
  for i = 1, #conditions, 2 do
    names[#names + 1] = conditions[i]
  end
  local known = redis.call('HMGET', head, unpack(names))
  for i = 1, #conditions / 2 do
    if (known[i + 2] or '') ~= conditions[2 * i] then
      return ''
    end
  end
  local ms, offset = now, 0
  if known[1] then
    local last_ms, last_offset = string.match(known[1], '^(%d+)-(%d+)$')
    ms = math.max(now, tonumber(last_ms))
    offset = tonumber(last_offset)
  end
  local id
  local marks = {}
  for i = 1, #entries, 2 do
    offset = offset + 1
    id = string.format('%.0f-%.0f', ms, offset)
    redis.call('XADD', log, id, 'f', entries[i + 1])
    marks[#marks + 1] = entries[i]
    marks[#marks + 1] = id
  end
  redis.call('HSET', head, 'last', id, unpack(marks))
  if ttl > 0 then
    redis.call('EXPIRE', log, ttl)
    redis.call('EXPIRE', head, ttl)
  end
  if known[2] then
    ring(known[2], log)
  end
  return id
end

for i, asked in ipairs(appends) do
  local log, head = KEYS[2 * i - 1], KEYS[2 * i]
  local done, answer = pcall(append, log, head, asked[1], asked[2], asked[3])
  -- What is wrong with one room is no reason to refuse the others.
  answers[i] = done and answer or '!' .. tostring(answer.err or answer)
end
return answers
