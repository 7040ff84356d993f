-- Put books that were made ready in place of those that stand, if the cursor is as it
-- was when they were made.
--
-- KEYS[1]  the cursor: how many links of the chain are in the books
-- KEYS     from the second on, in turn, a book that was made ready and the book that
--          it is to be; where nothing was made ready, the book goes
-- ARGV[1]  the cursor as it is to be
-- ARGV[2]  the cursor from then on
--
-- Returns 1 if they are in place; 0 if the cursor was another.

if (redis.call('GET', KEYS[1]) or '0') ~= ARGV[1] then
  return 0
end
for i = 2, #KEYS, 2 do
  local ready, book = KEYS[i], KEYS[i + 1]
  redis.call('UNLINK', book)
  if redis.call('EXISTS', ready) == 1 then
    redis.call('RENAME', ready, book)
  end
end
redis.call('SET', KEYS[1], ARGV[2])
return 1
