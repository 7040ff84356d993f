-- Note where a player is whom friends may see, or that they are at a process no more.
--
-- Promise: of who is not to be seen, or has ended, nothing is kept.
--
-- KEYS[1]  the identity, a hash
-- KEYS[2]  where the player is, a hash from processes to what is noted
-- ARGV[1]  the process
-- ARGV[2]  what is noted; empty to take it out
-- ARGV[3]  for how long it is kept, in ms

local identity, here, process = KEYS[1], KEYS[2], ARGV[1]

if ARGV[2] == '' then
  redis.call('HDEL', here, process)
elseif redis.call('HEXISTS', identity, 'token') == 1
    and redis.call('HEXISTS', identity, 'unseen') == 0 then
  redis.call('HSET', here, process, ARGV[2])
  redis.call('PEXPIRE', here, ARGV[3])
end
