-- Read some of the public rooms that are at a place of the list, as it was at one moment.
--
-- KEYS[1]  the lines, a hash from code to bytes
-- KEYS[2]  the order, a sorted set of places with the code after each, all of one score
-- ARGV[1]  how the place begins
-- ARGV[2]  how many rooms to pass over
-- ARGV[3]  how many to read
--
-- Returns {how many there are, lines}.

local from, to = '[' .. ARGV[1], '(' .. ARGV[1] .. '\255'
local found = {}
local places = redis.call('ZRANGE', KEYS[2], from, to, 'BYLEX', 'LIMIT', ARGV[2], ARGV[3])
for _, place in ipairs(places) do
  local line = redis.call('HGET', KEYS[1], string.match(place, '[^|]*$'))
  -- Servers from before there was an order took lines away, and left it as it was.
  if line then
    found[#found + 1] = line
  end
end
return {redis.call('ZLEXCOUNT', KEYS[2], from, to), found}
