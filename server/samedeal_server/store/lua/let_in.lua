-- Let links into the chain of matches that wait for it, while both are as was supposed.
--
-- Promise: they come in as they wait, each once, with the head that they make.
--
-- KEYS[1]  the chain's head, a hash of "length" and "head"
-- KEYS[2]  the links, a list of bytes
-- KEYS[3]  the links that wait, a list of bytes
-- ARGV[1]  the head that was supposed, "" for none
-- ARGV[2]  how many of those that wait come in, from the first
-- ARGV[3]  the SHA-1 of these, one after the other, in hexadecimal
-- ARGV[4]  the head that they make
-- ARGV[5]  how many that wait to tell of
--
-- Returns {length, head, those that wait now, from the first}.

local links, waiting, count = KEYS[2], KEYS[3], tonumber(ARGV[2])

local length = tonumber(redis.call('HGET', KEYS[1], 'length') or '0')
local head = redis.call('HGET', KEYS[1], 'head') or ''
if head == ARGV[1] then
  local coming = redis.call('LRANGE', waiting, 0, count - 1)
  if redis.sha1hex(table.concat(coming)) == ARGV[3] then
    redis.call('RPUSH', links, unpack(coming))
    redis.call('LTRIM', waiting, count, -1)
    length, head = length + count, ARGV[4]
    redis.call('HSET', KEYS[1], 'length', string.format('%.0f', length), 'head', head)
  end
end
return {length, head, redis.call('LRANGE', waiting, 0, ARGV[5] - 1)}
