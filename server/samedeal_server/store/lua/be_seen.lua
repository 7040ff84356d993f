-- Choose whether a player's friends are told that the player is here.
--
-- Promise: of who is not to be seen nothing is kept either.
--
-- KEYS[1]  the identity, a hash
-- KEYS[2]  where the player is, a hash
-- ARGV[1]  "1" to be seen, "" not to be
--
-- Returns 1; nil for who is nobody.

local identity, here = KEYS[1], KEYS[2]

if redis.call('HEXISTS', identity, 'token') == 0 then
  return false
end
if ARGV[1] == '1' then
  redis.call('HDEL', identity, 'unseen')
else
  redis.call('HSET', identity, 'unseen', '1')
  redis.call('DEL', here)
end
return 1
