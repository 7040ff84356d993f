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
-- ARGV[1]  msgpack: for each append {conditions, entries, ttl, known}: conditions a
--          flat list of mark's name and value ("" for none), entries a flat list of
--          mark's name to set and the entry's bytes, ttl in seconds or 0, known the
--          id of the last entry that the caller has read ("" where it reads nothing)
-- ARGV[2]  the process that writes
-- ARGV[3]  what the names of processes' doorbells begin with
-- ARGV[4]  how many entries the caller wants to be told at once
--
-- Returns for each append the last entry's id; "" on a conflict; "!" and why when
-- the room's keys are not what they should be. Where others have appended since
-- `known`, a list of the same and of their entries, each its id and its bytes.
--
-- Each other process that watches hears one message: msgpack, for each append in turn
-- the log, the id that was last before, and each new entry's id and bytes.

local appends = cmsgpack.unpack(ARGV[1])
local process, doorbell = ARGV[2], ARGV[3]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local most = ARGV[4]
local answers, rings, told = {}, {}, {}

local function ring(watchers, news)
  for watcher in string.gmatch(watchers, '%S+') do
    if watcher ~= process then
      local heard = rings[watcher] or {}
      heard[#heard + 1] = news
      rings[watcher] = heard
    end
  end
end

local function ahead(log, last, known)
  -- What an append before this one in the same call has told is known.
  known = told[log] or known
  local found = {}
  if known ~= '' and last and last ~= known then
    for _, entry in ipairs(redis.call('XRANGE', log, '(' .. known, last, 'COUNT', most)) do
      found[#found + 1] = entry[1]
      found[#found + 1] = entry[2][2]
    end
  end
  return found
end

local function answer_of(id, found)
  if #found == 0 then
    return id
  end
  table.insert(found, 1, id)
  return found
end

local function append(log, head, conditions, entries, ttl, known_id)
  local names = {'last', 'watchers'}
  for i = 1, #conditions, 2 do
    names[#names + 1] = conditions[i]
  end
  local known = redis.call('HMGET', head, unpack(names))
  local found = ahead(log, known[1], known_id)
  for i = 1, #conditions / 2 do
    if (known[i + 2] or '') ~= conditions[2 * i] then
      if known[1] and known_id ~= '' then
        told[log] = known[1]
      end
      return answer_of('', found)
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
  local news = {log, known[1] or ''}
  for i = 1, #entries, 2 do
    offset = offset + 1
    id = string.format('%.0f-%.0f', ms, offset)
    redis.call('XADD', log, id, 'f', entries[i + 1])
    marks[#marks + 1] = entries[i]
    marks[#marks + 1] = id
    news[#news + 1] = id
    news[#news + 1] = entries[i + 1]
  end
  redis.call('HSET', head, 'last', id, unpack(marks))
  if ttl > 0 then
    redis.call('EXPIRE', log, ttl)
    redis.call('EXPIRE', head, ttl)
  end
  if known[2] then
    ring(known[2], news)
  end
  if known_id ~= '' then
    told[log] = id
  end
  return answer_of(id, found)
end

for i, asked in ipairs(appends) do
  local log, head = KEYS[2 * i - 1], KEYS[2 * i]
  local done, answer = pcall(append, log, head, asked[1], asked[2], asked[3], asked[4])
  -- What is wrong with one room is no reason to refuse the others.
  answers[i] = done and answer or '!' .. tostring(answer.err or answer)
end
for watcher, heard in pairs(rings) do
  redis.call('PUBLISH', doorbell .. watcher, cmsgpack.pack(heard))
end
return answers
