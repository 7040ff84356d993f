-- Give a player another token, which ends the present one when it is used.
--
-- KEYS[1]  the identity, a hash
-- ARGV[1]  the hash of the next token
-- ARGV[2]  the hash of the token that was the present one for who asks
--
-- Returns 1; 0 for nobody, for an identity that has ended, and for who came with a
-- token that is no longer good, or by its way back.

if redis.call('HGET', KEYS[1], 'token') ~= ARGV[2] then
  return 0
end
redis.call('HSET', KEYS[1], 'token_next', ARGV[1])
return 1
