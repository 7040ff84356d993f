-- Call bots of the house into a room.
--
-- Promise: no more bots are called than the house offers.
--
-- KEYS[1]  how many bots are free, a string
-- KEYS[2]  the calls, a list of `<room> <bots>`
-- ARGV[1]  the room's code
-- ARGV[2]  how many bots are wanted
-- ARGV[3]  for how many ms calls are kept
--
-- Returns how many were called, 0 where none is free or no house is there.

local free = tonumber(redis.call('GET', KEYS[1]) or '0')
local bots = math.min(free, tonumber(ARGV[2]))
if bots > 0 then
  redis.call('SET', KEYS[1], free - bots, 'KEEPTTL')
  redis.call('RPUSH', KEYS[2], ARGV[1] .. ' ' .. bots)
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
end
return bots
