-- Note how many bots the house has free, and take away who called them.
--
-- Promise: each call is told once, and those that are told are not offered again.
--
-- KEYS[1]  how many bots are free, a string
-- KEYS[2]  the calls, a list of `<room> <bots>`
-- ARGV[1]  how many the house has free
-- ARGV[2]  for how many ms that stands
--
-- Returns the calls, oldest first.

local calls = redis.call('LRANGE', KEYS[2], 0, -1)
redis.call('DEL', KEYS[2])
local free = tonumber(ARGV[1])
for _, call in ipairs(calls) do
  free = free - tonumber(string.match(call, '%d+$'))
end
redis.call('SET', KEYS[1], math.max(free, 0), 'PX', ARGV[2])
return calls
