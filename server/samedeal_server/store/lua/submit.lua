-- Put a result on a leaderboard if it is the player's best there.
--
-- Promise: a player has one row, the best that was ever submitted; submitting
-- the same result again changes nothing.
--
-- KEYS[1]  the ranking, a sorted set of player ids
-- KEYS[2]  the rows, a hash from player id to the row's bytes
-- ARGV[1]  the player's id
-- ARGV[2]  the value that orders the ranking, a whole number below 2^53
-- ARGV[3]  the row's bytes
--
-- Returns 0 when an equal or better row stays; else the row that this one
-- replaces, empty for none.

local ranking, rows = KEYS[1], KEYS[2]
local player, value, row = ARGV[1], tonumber(ARGV[2]), ARGV[3]

local known = redis.call('ZSCORE', ranking, player)
if known and tonumber(known) >= value then
  return 0
end
local before = redis.call('HGET', rows, player)
redis.call('ZADD', ranking, ARGV[2], player)
redis.call('HSET', rows, player, row)
return before or ''
