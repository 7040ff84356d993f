-- Read rows of a board with their ranks, as they all were at one moment.
--
-- A row's rank is the number of better rows and one more, so equal rows share it.
--
-- KEYS[1]  the ranking, a sorted set of players; the lowest score is the best
-- KEYS[2]  the rows, a hash from player to bytes
-- ARGV[1]  a player whose rank is told besides
-- ARGV[2]  "from", and then how many rows to pass over and how many to read;
--          "around", and then a player and how many rows to read, theirs in the
--          middle as far as that is possible; or "of", and then players
--
-- Returns {how many rows there are, the rank that was asked for or 0, how many rows
-- were passed over, {player, score, rank, row, player, ...}}.

local ranking, rows, viewer, how = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
local total = redis.call('ZCARD', ranking)
local found = {}

local function rank_of(score)
  return redis.call('ZCOUNT', ranking, '-inf', '(' .. score) + 1
end

local function add(player, score, rank)
  for _, value in ipairs({player, score, rank}) do
    found[#found + 1] = value
  end
  found[#found + 1] = redis.call('HGET', rows, player) or ''
end

local own = redis.call('ZSCORE', ranking, viewer)
own = own and rank_of(own) or 0
if how == 'of' then
  for i = 3, #ARGV do
    local score = redis.call('ZSCORE', ranking, ARGV[i])
    if score then
      add(ARGV[i], score, rank_of(score))
    end
  end
  return {total, own, 0, found}
end
local start, count = tonumber(ARGV[3]), tonumber(ARGV[4])
if how == 'around' then
  local place = redis.call('ZRANK', ranking, ARGV[3])
  if not place then
    return {total, own, 0, found}
  end
  start = math.max(0, math.min(place - math.floor(count / 2), total - count))
end
local entries = redis.call('ZRANGE', ranking, start, start + count - 1, 'WITHSCORES')
local last, rank
for i = 1, #entries, 2 do
  local score = entries[i + 1]
  if score ~= last then
    rank = i == 1 and rank_of(score) or start + (i + 1) / 2
    last = score
  end
  add(entries[i], score, rank)
end
return {total, own, start, found}
