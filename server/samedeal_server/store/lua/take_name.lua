-- Take a name, if nobody else has it.
--
-- Promise: of two who ask for the same name at once, one gets it; a name is never
-- given to somebody else again.
--
-- KEYS     the name's skeletons, each a string: whose it is
-- ARGV[1]  the player's id
--
-- Returns 1 if it is the player's now, 0 if it is somebody else's.

local player = ARGV[1]

for _, key in ipairs(KEYS) do
  local owner = redis.call('GET', key)
  if owner and owner ~= player then
    return 0
  end
end
for _, key in ipairs(KEYS) do
  redis.call('SET', key, player)
end
return 1
