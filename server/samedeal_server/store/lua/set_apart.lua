-- Set the boards of a game, or a family, apart from the books, once they were copied.
--
-- Promise: they are apart from one link on, and what the part has is what these had at
-- that link; nothing that was booked, moved or brought back meanwhile is missing there.
--
-- KEYS[1]  the cursor: how many links of the chain are in the books
-- KEYS[2]  which parts of the books are apart
-- KEYS[3]  the notes for the part, a sorted set
-- KEYS     from the fourth on, the marks of the part's sheets, which go
-- ARGV[1]  the cursor at which they were copied
-- ARGV[2]  the parts that were apart then
-- ARGV[3]  those that are from then on
-- ARGV     from the fourth on, each mark as it was copied, "" for none
--
-- Returns 1 if they are apart; 0 if the cursor was another, or a mark, or other parts
-- were apart.

if (redis.call('GET', KEYS[1]) or '0') ~= ARGV[1]
  or (redis.call('GET', KEYS[2]) or '') ~= ARGV[2] then
  return 0
end
for i = 4, #KEYS do
  if (redis.call('GET', KEYS[i]) or '') ~= ARGV[i] then
    return 0
  end
end
redis.call('DEL', KEYS[3])
for i = 4, #KEYS do
  redis.call('DEL', KEYS[i])
end
redis.call('ZADD', KEYS[3], ARGV[1], '')
redis.call('SET', KEYS[2], ARGV[3])
return 1
