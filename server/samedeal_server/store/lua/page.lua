-- Read rows of a board from one on, with their ranks, as they all were at one moment.
--
-- A row's rank is the number of better rows and one more, so equal rows share it.
--
-- KEYS[1]  the ranking, a sorted set of players; the lowest score is the best
-- KEYS[2]  the rows, a hash from player to bytes
-- KEYS[3]  the mark of the board's sheet, which says whether it is in the archive
-- KEYS[4]  which parts of the books are apart from these
-- ARGV[1]  a player whose rank is told besides
-- ARGV[2]  how many rows to pass over
-- ARGV[3]  how many to read
-- ARGV[4]  the parts that are known to be apart
--
-- Returns {how many rows there are, the rank that was asked for or 0, how many rows
-- were passed over, {player, score, rank, row, player, ...}, the mark or ""}; nil if
-- other parts are apart.

if (redis.call('GET', KEYS[4]) or '') ~= ARGV[4] then
  return false
end
local ranking, rows, start = KEYS[1], KEYS[2], tonumber(ARGV[2])
local total = redis.call('ZCARD', ranking)

local function rank_of(score)
  return redis.call('ZCOUNT', ranking, '-inf', '(' .. score) + 1
end

local own = redis.call('ZSCORE', ranking, ARGV[1])
own = own and rank_of(own) or 0
local entries = redis.call(
  'ZRANGE', ranking, start, start + ARGV[3] - 1, 'WITHSCORES')
local found, last, rank = {}, nil, nil
for i = 1, #entries, 2 do
  local player, score = entries[i], entries[i + 1]
  if score ~= last then
    rank = i == 1 and rank_of(score) or start + (i + 1) / 2
    last = score
  end
  local row = redis.call('HGET', rows, player) or ''
  for _, value in ipairs({player, score, rank, row}) do
    found[#found + 1] = value
  end
end
return {total, own, start, found, redis.call('GET', KEYS[3]) or ''}
