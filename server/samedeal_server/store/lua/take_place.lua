-- Put another player in place of one of a ranking.
--
-- Promise: the score is there once, and nothing is written where there is none, nor to a
-- sheet that is in the archive, or on its way there.
--
-- KEYS[1]  the mark of the sheet that the ranking is on
-- KEYS[2]  the ranking, a sorted set
-- ARGV[1]  the player
-- ARGV[2]  the other one
--
-- Returns 1 if the player is not there any more; 0 if the sheet has a mark.

if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
local score = redis.call('ZSCORE', KEYS[2], ARGV[1])
if score then
  redis.call('ZADD', KEYS[2], score, ARGV[2])
  redis.call('ZREM', KEYS[2], ARGV[1])
end
return 1
