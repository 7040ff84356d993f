-- Put books that were made ready in place of those that stand, if the cursor is as it
-- was when they were made, and so are the marks of their sheets. These go.
--
-- KEYS[1]  the cursor: how many links of the chain are in the books
-- KEYS[2]  which parts of the books are apart from these
-- KEYS     from the third on, the marks of the sheets that they are on; then, in turn,
--          a book that was made ready and the book that it is to be; where nothing was
--          made ready, the book goes
-- ARGV[1]  the cursor as it is to be
-- ARGV[2]  the cursor from then on
-- ARGV[3]  the parts that are known to be apart
-- ARGV     from the fourth on, each mark as it is to be, "" for none
--
-- Returns 1 if they are in place; 0 if the cursor was another, or a mark, or other
-- parts are apart.

if (redis.call('GET', KEYS[1]) or '0') ~= ARGV[1] then
  return 0
end
if (redis.call('GET', KEYS[2]) or '') ~= ARGV[3] then
  return 0
end
local marks = #ARGV - 3
for i = 1, marks do
  if (redis.call('GET', KEYS[i + 2]) or '') ~= ARGV[i + 3] then
    return 0
  end
end
for i = 1, marks do
  redis.call('DEL', KEYS[i + 2])
end
for i = marks + 3, #KEYS, 2 do
  local ready, book = KEYS[i], KEYS[i + 1]
  redis.call('UNLINK', book)
  if redis.call('EXISTS', ready) == 1 then
    redis.call('RENAME', ready, book)
  end
end
redis.call('SET', KEYS[1], ARGV[2])
return 1
