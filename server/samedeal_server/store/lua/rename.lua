-- Give a player another name to show, unless they have claimed one.
--
-- KEYS[1]  the identity, a hash
-- ARGV[1]  the name
--
-- Returns the name that the player has now; nil for nobody.

local identity = KEYS[1]

if redis.call('HEXISTS', identity, 'name') == 1
    and redis.call('HEXISTS', identity, 'named') == 0 then
  redis.call('HSET', identity, 'name', ARGV[1])
end
return redis.call('HGET', identity, 'name')
