-- Read the rows of some players on a board, as they all were at one moment.
--
-- A row's rank is the number of better rows and one more, so equal rows share it.
--
-- KEYS[1]  the ranking, a sorted set of players; the lowest score is the best
-- KEYS[2]  the rows, a hash from player to bytes
-- KEYS[3]  the mark of the board's sheet, which says whether it is in the archive
-- ARGV     the players
--
-- Returns {how many rows the board has, {player, score, rank, row, player, ...}, the
-- mark or ""}; nothing for a player who has no row.

local found = {}
for _, player in ipairs(ARGV) do
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
