-- Append facts to rooms' logs; each room's all or none, if the room is as expected.
--
-- One call carries whatever one process wants written at one moment, for any
-- number of rooms. Promise: of two writers that decided on the same state, one
-- appends; the other changes nothing and is told so. The same call sent twice
-- appends once, because the first has moved the marks that the second names; a
-- writer that slept and wakes up finds its marks moved, too.
--
-- A mark is the log's id of an entry, "<ms>-<offset>": the service's time when it
-- was appended, and its number in the room, from 1 and without gaps.
--
-- KEYS     for each append the room's log (a stream of entries with one field
--          "f") and its head (a hash of marks: "last", and others named by
--          callers; "watchers" names the processes that want to know)
-- ARGV[1]  msgpack, one flat list, for a list of lists takes longer to read than what
--          it says: for each append the ttl in seconds or 0; known, the id of the last
--          entry that the caller has read ("" where it reads nothing); how many words
--          its conditions are, and how many its entries; the conditions, each a mark's
--          name and value ("" for none); the entries, each the name of the mark to set
--          and the entry's bytes
-- ARGV[2]  the process that writes
-- ARGV[3]  what the names of processes' doorbells begin with
-- ARGV[4]  how many entries the caller wants to be told at once
-- ARGV[5]  in a cluster, where all appends are of one room: what the names of its
--          doorbells begin with, which are heard at this node alone; otherwise ""
-- ARGV[6]  by how many ms the service's time is ahead of this node's clock
--
-- Returns for each append the last entry's id; "" on a conflict; "!" and why when
-- the room's keys are not what they should be. Where others have appended since
-- `known`, a list of the same and of their entries, each its id and its bytes.
--
-- Each other process that watches hears one message: msgpack, for each append in turn
-- the log, the id that was last before, and each new entry's id and bytes. In a cluster
-- it is rung at this node, and everywhere only if nobody has heard it here.

local call, find, sub = redis.call, string.find, string.sub
local words = cmsgpack.unpack(ARGV[1])
local process, doorbell, most, near = ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local ahead = tonumber(ARGV[6])
local time = call('TIME')
local now = string.format('%d', time[1] * 1000 + math.floor(time[2] / 1000) + ahead)
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

-- What most calls have one of is written without a table: to make and to forget tables
-- takes as long as what the store is asked.
local function marks_of(head, from, to)
  if to == from + 3 then
    return call('HMGET', head, 'last', 'watchers', words[from], words[from + 2])
  end
  local names = {}
  for i = from, to, 2 do
    names[#names + 1] = words[i]
  end
  return call('HMGET', head, 'last', 'watchers', unpack(names))
end

-- Tells of two numbers, as text, whether one is greater.
local function is_greater(ms, than)
  return #ms > #than or (#ms == #than and ms > than)
end

local function answer_of(id, log, last, known)
  if known == '' then
    return id
  end
  -- What an append before this one in the same call has told is known.
  known = told[log] or known
  told[log] = id ~= '' and id or last
  if not last or last == known then
    return id
  end
  local found = {id}
  for _, entry in ipairs(call('XRANGE', log, '(' .. known, last, 'COUNT', most)) do
    found[#found + 1] = entry[1]
    found[#found + 1] = entry[2][2]
  end
  return #found > 1 and found or id
end

-- Appends what the words from one on, up to before another, say.
local function append(log, head, from, past)
  local ttl, known = words[from], words[from + 1]
  local first = from + 4
  local entries = first + words[from + 2]
  local marks = marks_of(head, first, entries - 1)
  local last, watchers = marks[1], marks[2]
  for i = first, entries - 1, 2 do
    if (marks[(i - first) / 2 + 3] or '') ~= words[i + 1] then
      return answer_of('', log, last, known)
    end
  end
  local ms, offset = now, 0
  if last then
    local dash = find(last, '-', 1, true)
    local last_ms = sub(last, 1, dash - 1)
    offset = tonumber(sub(last, dash + 1))
    if is_greater(last_ms, ms) then
      ms = last_ms
    end
  end
  local id
  local news = watchers and watchers ~= process and {log, last or ''}
  for i = entries, past - 1, 2 do
    local mark, packed = words[i], words[i + 1]
    offset = offset + 1
    id = ms .. string.format('-%d', offset)
    call('XADD', log, id, 'f', packed)
    if i + 2 == past then
      call('HSET', head, 'last', id, mark, id)
    else
      call('HSET', head, mark, id)
    end
    if news then
      news[#news + 1] = id
      news[#news + 1] = packed
    end
  end
  if ttl > 0 then
    call('EXPIRE', log, ttl)
    call('EXPIRE', head, ttl)
  end
  if news then
    ring(watchers, news)
  end
  return answer_of(id, log, last, known)
end

local from = 1
for i = 1, #KEYS, 2 do
  local past = from + 4 + words[from + 2] + words[from + 3]
  local done, answer = pcall(append, KEYS[i], KEYS[i + 1], from, past)
  -- What is wrong with one room is no reason to refuse the others.
  answers[#answers + 1] = done and answer or '!' .. tostring(answer.err or answer)
  from = past
end
for watcher, heard in pairs(rings) do
  local message = cmsgpack.pack(heard)
  -- Who may not ring so, or whose slot is on its way elsewhere, gets an error.
  local hearing = near ~= '' and redis.pcall('SPUBLISH', near .. watcher, message)
  if type(hearing) ~= 'number' or hearing == 0 then
    call('PUBLISH', doorbell .. watcher, message)
  end
end
return answers
