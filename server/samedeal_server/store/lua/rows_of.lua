-- Read the rows of some players on a board, as they all were at one moment.
--
-- A row's rank is the number of better rows and one more, so equal rows share it.
--
-- KEYS[1]  the ranking, a sorted set of players; the lowest score is the best
-- KEYS[2]  the rows, a hash from player to bytes
-- KEYS[3]  the mark of the board's sheet, which says whether it is in the archive
-- KEYS[4]  which parts of the books are apart from these
-- ARGV[1]  the parts that are known to be apart
-- ARGV     from the second on, the players
--
-- Returns {how many rows the board has, {player, score, rank, row, player, ...}, the
-- mark or ""}; nothing for a player who has no row, and nil if other parts are apart.

if (redis.call('GET', KEYS[4]) or '') ~= ARGV[1] then
  return false
end
local found = {}
for i = 2, #ARGV do
  local player = ARGV[i]
  local score = redis.call('ZSCORE', KEYS[1], player)
  if score then
    local rank = redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. score) + 1
    local row = redis.call('HGET', KEYS[2], player) or ''
    for _, value in ipairs({player, score, rank, row}) do
      found[#found + 1] = value
    end
  end
end
return {redis.call('ZCARD', KEYS[1]), found, redis.call('GET', KEYS[3]) or ''}
