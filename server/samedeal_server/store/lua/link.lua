-- Append links to the chain of matches, while the chain is as their maker knew it.
--
-- Promise: a link is in the chain once, whoever makes it however often; and none that
-- was made on another chain than the one that it is appended to, or before all that wait.
--
-- KEYS[1]  the chain's head, a hash of "length" and "head"
-- KEYS[2]  the links, a list of bytes
-- KEYS[3]  the links that wait, a list; while there are any, nothing is appended
-- KEYS     from the fourth on, for each link that it was made, for as long as anybody
--          may make it again
-- ARGV[1]  the head that their maker knew, "" for none: after a loss others may have
--          made the chain as long again
-- ARGV     for each link the head that it makes of what is before it, its bytes, and
--          for how many seconds to remember that it was made
--
-- Returns {length, head, how many of the links, from the first, are in the chain}.

local head_key, links = KEYS[1], KEYS[2]

local length = tonumber(redis.call('HGET', head_key, 'length') or '0')
local head = redis.call('HGET', head_key, 'head') or ''
if redis.call('EXISTS', KEYS[3]) == 1 then
  -- What was made may be one of those that wait.
  return {length, head, 0}
end
local is_known = head == ARGV[1]
local count = 0
for i = 4, #KEYS do
  local at = 3 * (i - 4) + 2
  if redis.call('EXISTS', KEYS[i]) == 1 then
    -- It is where it was made; the heads after it have it here.
    is_known = false
  elseif is_known then
    length, head = length + 1, ARGV[at]
    redis.call('RPUSH', links, ARGV[at + 1])
    redis.call('HSET', head_key, 'length', string.format('%.0f', length), 'head', head)
    redis.call('SET', KEYS[i], '1', 'EX', ARGV[at + 2])
  else
    break
  end
  count = count + 1
end
return {length, head, count}
