-- Have links wait for the chain of matches, behind all that wait for it.
--
-- Promise: a link waits or is in the chain, once, whoever wants it however often; and
-- they come into the chain in the order in which they wait.
--
-- KEYS[1]  the chain's head, a hash of "length" and "head"
-- KEYS[2]  the links that wait, a list of bytes
-- KEYS     from the third on, for each link that it was made, for as long as anybody
--          may make it again
-- ARGV[1]  how many that wait to tell of
-- ARGV     for each link its bytes, and for how many seconds to remember that it was
--          made
--
-- Returns {the length of the chain with which all of them are in it, its length, its
-- head, those that wait now, from the first}.

local waiting = KEYS[2]

for i = 3, #KEYS do
  local at = 2 * (i - 3) + 2
  if redis.call('EXISTS', KEYS[i]) == 0 then
    redis.call('RPUSH', waiting, ARGV[at])
    redis.call('SET', KEYS[i], '1', 'EX', ARGV[at + 1])
  end
end
local length = tonumber(redis.call('HGET', KEYS[1], 'length') or '0')
local head = redis.call('HGET', KEYS[1], 'head') or ''
local told = redis.call('LRANGE', waiting, 0, ARGV[1] - 1)
return {length + redis.call('LLEN', waiting), length, head, told}
