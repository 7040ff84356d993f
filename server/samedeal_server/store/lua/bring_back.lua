-- Put the books of a sheet back from the archive, or let a mark go of who moves one.
--
-- Promise: all books of the sheet are in place at one moment, and whole, or none.
--
-- KEYS[1]  the sheet's mark, a string
-- KEYS     from the second on, in turn, a book that was made ready, a hash or a sorted
--          set, and the book that it is to be
-- ARGV[1]  the mark as it was when they were read
-- ARGV     from the second on, how many fields each book has
--
-- Returns 1 if they are in place; 0 if the mark was another, or something of them was
-- taken away.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
for i = 2, #KEYS, 2 do
  local is_ranking = redis.call('TYPE', KEYS[i]).ok == 'zset'
  local fields = redis.call(is_ranking and 'ZCARD' or 'HLEN', KEYS[i])
  if fields ~= tonumber(ARGV[i / 2 + 1]) then
    return 0
  end
end
for i = 2, #KEYS, 2 do
  redis.call('RENAME', KEYS[i], KEYS[i + 1])
  redis.call('PERSIST', KEYS[i + 1])
end
redis.call('DEL', KEYS[1])
return 1
