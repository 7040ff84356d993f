-- Take one of the few places for names that a player has.
--
-- A name is claimed in three steps, because names and players need not live on one
-- node: first this; then the name is taken (take_name.lua); then it is shown
-- (end_claim.lua), or it was somebody else's and the place is given back
-- (undo_claim.lua). A player who is lost on the way may claim the same name again,
-- and goes on where that ended.
--
-- Promise: a player never has more names than allowed.
--
-- KEYS[1]  the identity, a hash
-- ARGV[1]  the hash of the name's first skeleton
-- ARGV[2]  how many names a player may have
--
-- Returns "new" or "known" for a place, "full" if there is none, nil for nobody.

local token, claimed = unpack(redis.call('HMGET', KEYS[1], 'token', 'claimed'))
if not token then
  return false
end
local places = {}
for place in string.gmatch(claimed or '', '%S+') do
  if place == ARGV[1] then
    return 'known'
  end
  places[#places + 1] = place
end
if #places >= tonumber(ARGV[2]) then
  return 'full'
end
places[#places + 1] = ARGV[1]
redis.call('HSET', KEYS[1], 'claimed', table.concat(places, ' '))
return 'new'
