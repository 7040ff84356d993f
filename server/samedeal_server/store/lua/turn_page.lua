-- Take the oldest lines of a history away that were put into the archive as a page.
--
-- Promise: nothing goes that is not what the page has, and no page is named twice.
--
-- KEYS[1]  the lines that are in the store, a list
-- KEYS[2]  the pages that are in the archive, a list
-- KEYS[3]  the histories that are long, a set
-- ARGV[1]  how many pages there were when the lines were read
-- ARGV[2]  the digest by which the page is found
-- ARGV[3]  how many lines it has
-- ARGV[4]  the SHA-1 of those lines, one after the other, in hexadecimal
-- ARGV[5]  how many lines make a history long
--
-- Returns 1 if they are gone; 0 if the history is another by now.

local lines = redis.call('LRANGE', KEYS[1], 0, ARGV[3] - 1)
local is_same = redis.sha1hex(table.concat(lines)) == ARGV[4]
if not is_same or redis.call('LLEN', KEYS[2]) ~= tonumber(ARGV[1]) then
  return 0
end
redis.call('LTRIM', KEYS[1], ARGV[3], -1)
redis.call('RPUSH', KEYS[2], ARGV[2])
if redis.call('LLEN', KEYS[1]) < tonumber(ARGV[5]) then
  redis.call('SREM', KEYS[3], KEYS[1])
end
return 1
