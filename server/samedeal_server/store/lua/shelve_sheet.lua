-- Take the books of a sheet away that is in the archive, and name it.
--
-- Promise: nothing goes that somebody wrote to since it was read, or moved.
--
-- KEYS[1]  the sheet's mark, a string
-- KEYS     from the second on, its books
-- ARGV[1]  the mark as it was when they were read
-- ARGV[2]  the mark that names what is in the archive
--
-- Returns 1 if they are gone; 0 if the mark was another.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[2])
for i = 2, #KEYS do
  redis.call('UNLINK', KEYS[i])
end
return 1
