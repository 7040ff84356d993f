-- Count the names that a player claims, and have the last one shown.
--
-- A name is claimed in three steps, because names and players need not live on
-- one node: "begin" takes one of the few places that a player has; then the name
-- is taken (take_name.lua); then it is "done", or it was somebody else's and
-- "undo" gives the place back. A player who is lost on the way may claim the same
-- name again, and goes on where that ended.
--
-- Promise: a player never has more names than allowed; one who has claimed a
-- name is never forgotten.
--
-- KEYS[1]  the identity, a hash
-- KEYS[2]  the player's relations
-- ARGV[1]  the step
-- ARGV[2]  the hash of the name's first skeleton
-- ARGV[3]  how many names a player may have
-- ARGV[4]  the name as it is to be shown
--
-- Returns "new" or "known" for a place, "full" if there is none, nil for nobody.

local identity, step, mark = KEYS[1], ARGV[1], ARGV[2]

local known = redis.call('HMGET', identity, 'token', 'claimed')
if not known[1] then
  return false
end
local places, has = {}, false
for place in string.gmatch(known[2] or '', '%S+') do
  if place == mark then
    has = true
  end
  if place ~= mark or step ~= 'undo' then
    places[#places + 1] = place
  end
end
if step == 'begin' and not has then
  if #places >= tonumber(ARGV[3]) then
    return 'full'
  end
  places[#places + 1] = mark
end
redis.call('HSET', identity, 'claimed', table.concat(places, ' '))
if step == 'done' and has then
  redis.call('HSET', identity, 'name', ARGV[4], 'named', '1')
  redis.call('PERSIST', identity)
  redis.call('PERSIST', KEYS[2])
end
return has and 'known' or 'new'
