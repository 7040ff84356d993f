-- Reserve a player's attempt at a deal, once.
--
-- Promise: whoever asks, however often and at the same time, is told of one
-- reservation; it is replaced only by who names the one that is given up.
--
-- KEYS[1]  the deal's attempts, a hash of player to room code
-- ARGV[1]  the player
-- ARGV[2]  the code to reserve
-- ARGV[3]  the code that is given up, empty for none
-- ARGV[4]  for how many seconds to keep the deal's attempts, 0 for ever
--
-- Returns the code that is reserved now.

local attempts, player, code, given_up = KEYS[1], ARGV[1], ARGV[2], ARGV[3]

local known = redis.call('HGET', attempts, player) or ''
if known ~= given_up then
  return known
end
redis.call('HSET', attempts, player, code)
if ARGV[4] ~= '0' then
  redis.call('EXPIRE', attempts, ARGV[4])
end
return code
