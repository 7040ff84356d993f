-- Put somebody on a player's list, or take them off it.
--
-- Promise: a list has at most so many entries, and lives as long as its owner.
--
-- KEYS[1]  the identity of the list's owner, a hash
-- KEYS[2]  the list, a hash from player ids to what they are
-- ARGV[1]  the other's id
-- ARGV[2]  what they are from now on; empty to take them off
-- ARGV[3]  how many entries there may be
--
-- Returns 1; 0 if the list is full, nil for an owner who is nobody.

local list, other, relation = KEYS[2], ARGV[1], ARGV[2]

if redis.call('HEXISTS', KEYS[1], 'token') == 0 then
  return false
end
if relation == '' then
  redis.call('HDEL', list, other)
  return 1
end
if redis.call('HEXISTS', list, other) == 0
    and redis.call('HLEN', list) >= tonumber(ARGV[3]) then
  return 0
end
redis.call('HSET', list, other, relation)
local ttl = redis.call('TTL', KEYS[1])
if ttl > 0 then
  redis.call('EXPIRE', list, ttl)
end
return 1
