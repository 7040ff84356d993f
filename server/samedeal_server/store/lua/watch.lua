-- Note in a room's head that a process wants to hear of it, or no longer does.
--
-- KEYS[1]  the room's head; its field "watchers" names processes, with blanks
-- ARGV[1]  the process
-- ARGV[2]  "1" to be told, "0" not to
--
-- Returns nothing. Doing it again changes nothing; a head that does not exist
-- is not made.

local head, process, on = KEYS[1], ARGV[1], ARGV[2] == '1'

if redis.call('EXISTS', head) == 0 then
  return
end
local watchers = {}
for watcher in string.gmatch(redis.call('HGET', head, 'watchers') or '', '%S+') do
  if watcher ~= process then
    watchers[#watchers + 1] = watcher
  end
end
if on then
  watchers[#watchers + 1] = process
end
if #watchers > 0 then
  redis.call('HSET', head, 'watchers', table.concat(watchers, ' '))
else
  redis.call('HDEL', head, 'watchers')
end
