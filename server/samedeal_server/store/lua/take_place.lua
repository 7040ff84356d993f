-- Put another player in place of one of a ranking.
--
-- Promise: the score is there once, and nothing is written where there is none.
--
-- KEYS[1]  the ranking, a sorted set
-- ARGV[1]  the player
-- ARGV[2]  the other one
--
-- Returns 1 if the player was there, 0 if not.

local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not score then
  return 0
end
redis.call('ZADD', KEYS[1], score, ARGV[2])
redis.call('ZREM', KEYS[1], ARGV[1])
return 1
