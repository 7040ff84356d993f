-- Show a name that a player has taken (begin_claim.lua) from now on.
--
-- Promise: one who has claimed a name is never forgotten.
--
-- KEYS[1]  the identity, a hash
-- KEYS[2]  the player's relations
-- ARGV[1]  the hash of the name's first skeleton
-- ARGV[2]  the name as it is to be shown
--
-- Returns 1, nil for nobody.

local token, claimed = unpack(redis.call('HMGET', KEYS[1], 'token', 'claimed'))
if not token then
  return false
end
for place in string.gmatch(claimed or '', '%S+') do
  if place == ARGV[1] then
    redis.call('HSET', KEYS[1], 'name', ARGV[2], 'named', '1')
    redis.call('PERSIST', KEYS[1])
    redis.call('PERSIST', KEYS[2])
  end
end
return 1
