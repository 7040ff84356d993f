-- Give back the place for a name that was somebody else's (begin_claim.lua).
--
-- KEYS[1]  the identity, a hash
-- ARGV[1]  the hash of the name's first skeleton
--
-- Returns 1, nil for nobody.

local token, claimed = unpack(redis.call('HMGET', KEYS[1], 'token', 'claimed'))
if not token then
  return false
end
local places = {}
for place in string.gmatch(claimed or '', '%S+') do
  if place ~= ARGV[1] then
    places[#places + 1] = place
  end
end
redis.call('HSET', KEYS[1], 'claimed', table.concat(places, ' '))
return 1
