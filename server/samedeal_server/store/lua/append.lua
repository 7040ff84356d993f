-- Append facts to a room's log, all or none, if the room is as expected.
--
-- Promise: of two writers that decided on the same state, one appends; the
-- other changes nothing and is told so. The same call sent twice appends once,
-- because the first has moved the counters that the second names.
--
-- KEYS[1]  the log, a stream of entries with one field "f"
-- KEYS[2]  the head, a hash of counters: "offset", and others named by callers
-- KEYS[3]  the doorbell, a channel
-- ARGV[1]  conditions, msgpack: a list of [counter, value it must have]
-- ARGV[2]  bumps, msgpack: a list of [counter, amount]
-- ARGV[3]  the key's time to live in seconds; 0 to keep it as it is
-- ARGV[4]  who rings: what the doorbell's listeners hear
-- ARGV[5…] the entries' bytes, in order
--
-- Returns {offset of the last entry, its stream id}; {-1, ""} on a conflict.

local log, head, doorbell = KEYS[1], KEYS[2], KEYS[3]
local conditions = cmsgpack.unpack(ARGV[1])
local bumps = cmsgpack.unpack(ARGV[2])
local ttl = tonumber(ARGV[3])
local ringer = ARGV[4]

for _, condition in ipairs(conditions) do
  local value = tonumber(redis.call('HGET', head, condition[1]) or 0)
  if value ~= condition[2] then
    return {-1, ''}
  end
end

local id = ''
for entry = 5, #ARGV do
  id = redis.call('XADD', log, '*', 'f', ARGV[entry])
end
local offset = redis.call('HINCRBY', head, 'offset', #ARGV - 4)
for _, bump in ipairs(bumps) do
  redis.call('HINCRBY', head, bump[1], bump[2])
end
if ttl > 0 then
  redis.call('EXPIRE', log, ttl)
  redis.call('EXPIRE', head, ttl)
end
redis.call('PUBLISH', doorbell, ringer)
return {offset, id}
