-- Give a player another token, which ends the present one when it is used.
--
-- KEYS[1]  the identity, a hash
-- ARGV[1]  the hash of the next token
--
-- Returns 1; 0 for nobody, and for an identity that has ended.

if redis.call('HEXISTS', KEYS[1], 'token') == 0 then
  return 0
end
redis.call('HSET', KEYS[1], 'token_next', ARGV[1])
return 1
