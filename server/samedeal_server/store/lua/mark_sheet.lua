-- Mark a sheet that is about to be moved into the archive, so that nobody writes to it.
--
-- Promise: the name of one that is there already is never lost.
--
-- KEYS[1]  the sheet's mark, a string
-- ARGV[1]  the mark, which begins with "m"
--
-- Returns 1 if it is marked; 0 if it is in the archive.

if string.sub(redis.call('GET', KEYS[1]) or '', 1, 1) == 'd' then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1])
return 1
