-- Read a room's log, or a snapshot of the room and what comes after it.
--
-- Promise: a snapshot is told only if the log has the entry that it was made after, so
-- that none is told of a log that has lost its end since.
--
-- KEYS[1]  the room's log
-- KEYS[2]  its head
-- KEYS[3]  its snapshot, a hash
-- ARGV[1]  whose snapshots the caller can read
--
-- Returns {the id of the last entry or "", the snapshot or "", entries}: those after
-- the snapshot, or all.

local log, head, snapshot = KEYS[1], KEYS[2], KEYS[3]
local last = redis.call('HGET', head, 'last') or ''
local kept = redis.call('HMGET', snapshot, 'by', 'at', 'state')
if kept[1] == ARGV[1] then
  local found = redis.call('XRANGE', log, kept[2], '+')
  if found[1] and found[1][1] == kept[2] then
    table.remove(found, 1)
    return {last, kept[3], found}
  end
end
return {last, '', redis.call('XRANGE', log, '-', '+')}
