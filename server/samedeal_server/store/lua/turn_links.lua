-- Take the oldest links of the chain away that were put into the archive as a page.
--
-- Promise: nothing goes that is not what the page has, and no page is named twice.
--
-- KEYS[1]  the links that are in the store, a list
-- KEYS[2]  the pages that are in the archive, a list
-- ARGV[1]  how many pages there were when the links were read
-- ARGV[2]  the digest by which the page is found
-- ARGV[3]  how many links it has
-- ARGV[4]  the SHA-1 of those links, one after the other, in hexadecimal
--
-- Returns 1 if they are gone; 0 if the chain is another by now.

local links = redis.call('LRANGE', KEYS[1], 0, ARGV[3] - 1)
local is_same = redis.sha1hex(table.concat(links)) == ARGV[4]
if not is_same or redis.call('LLEN', KEYS[2]) ~= tonumber(ARGV[1]) then
  return 0
end
redis.call('LTRIM', KEYS[1], ARGV[3], -1)
redis.call('RPUSH', KEYS[2], ARGV[2])
return 1
