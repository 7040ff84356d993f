-- Put public rooms in the list, each at its places there, or take them out of it.
--
-- Promise: a room stands at the places that were said of it last, and at no others.
--
-- KEYS[1]  the lines, a hash from code to bytes
-- KEYS[2]  the places, a hash from code to them, each with a blank after it
-- KEYS[3]  the order, a sorted set of places with the code after each, all of one score
-- ARGV     for each room its code, its line ("" to take it out) and its places
--
-- Returns nothing.

local lines, places, order = KEYS[1], KEYS[2], KEYS[3]

for i = 1, #ARGV, 3 do
  local code, line, now = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local before = redis.call('HGET', places, code) or ''
  if before ~= now then
    for place in string.gmatch(before, '%S+') do
      redis.call('ZREM', order, place .. code)
    end
    for place in string.gmatch(now, '%S+') do
      redis.call('ZADD', order, 0, place .. code)
    end
  end
  if line == '' then
    redis.call('HDEL', lines, code)
    redis.call('HDEL', places, code)
  else
    redis.call('HSET', lines, code, line)
    redis.call('HSET', places, code, now)
  end
end
