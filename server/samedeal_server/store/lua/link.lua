-- Append a link to the chain of matches, if the chain is as its maker knew it.
--
-- Promise: a link is in the chain once, whoever makes it however often.
--
-- KEYS[1]  the chain's head, a hash of "length" and "head"
-- KEYS[2]  the links, a list of bytes
-- KEYS[3]  that this link was made, for as long as anybody may make it again
-- ARGV[1]  the length that its maker knew
-- ARGV[2]  the head that the link makes of it
-- ARGV[3]  the link's bytes
-- ARGV[4]  for how many seconds to remember that it was made
--
-- Returns {length, head, 1 if the link is in the chain now or was already}.

local head_key, links, made = KEYS[1], KEYS[2], KEYS[3]

local length = tonumber(redis.call('HGET', head_key, 'length') or '0')
local head = redis.call('HGET', head_key, 'head') or ''
if redis.call('EXISTS', made) == 1 then
  return {length, head, 1}
end
if length ~= tonumber(ARGV[1]) then
  return {length, head, 0}
end
redis.call('RPUSH', links, ARGV[3])
redis.call('HSET', head_key, 'length', length + 1, 'head', ARGV[2])
redis.call('SET', made, '1', 'EX', ARGV[4])
return {length + 1, ARGV[2], 1}
