-- Mark a sheet that is about to be moved into the archive, so that nobody writes to it.
--
-- Promise: the name of one that is there already is never lost.
--
-- KEYS[1]  the sheet's mark, a string
-- KEYS[2]  which parts of the books are apart from these
-- ARGV[1]  the mark, which begins with "m"
-- ARGV[2]  the parts that are known to be apart
--
-- Returns 1 if it is marked; 0 if it is in the archive, or other parts are apart.

if string.sub(redis.call('GET', KEYS[1]) or '', 1, 1) == 'd'
  or (redis.call('GET', KEYS[2]) or '') ~= ARGV[2] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1])
return 1
