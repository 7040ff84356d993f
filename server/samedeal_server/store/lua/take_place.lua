-- Put another player in place of one of a ranking.
--
-- Promise: the score is there once, and nothing is written where there is none, nor to a
-- sheet that is in the archive, or on its way there.
--
-- KEYS[1]  the mark of the sheet that the ranking is on
-- KEYS[2]  the ranking, a sorted set
-- KEYS[3]  which parts of the books are apart from these
-- ARGV[1]  the player
-- ARGV[2]  the other one
-- ARGV[3]  the parts that are known to be apart
--
-- Returns 1 if the player is not there any more; 0 if the sheet has a mark, or other
-- parts are apart.

if redis.call('EXISTS', KEYS[1]) == 1
  or (redis.call('GET', KEYS[3]) or '') ~= ARGV[3] then
  return 0
end
local score = redis.call('ZSCORE', KEYS[2], ARGV[1])
if score then
  redis.call('ZADD', KEYS[2], score, ARGV[2])
  redis.call('ZREM', KEYS[2], ARGV[1])
end
return 1
