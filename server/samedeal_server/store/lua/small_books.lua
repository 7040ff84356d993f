-- Read whole books, those that are small, as they all were at one moment.
--
-- KEYS     the books, hashes and sorted sets
-- ARGV[1]  how many fields they may have, all together
--
-- Returns for each book what is in it, flat, or nil for one that is too large with
-- those before it, and is to be read by page.

local small = {
  none = function() return 0, {} end,
  hash = function(key, most)
    local size = redis.call('HLEN', key)
    return size, size <= most and redis.call('HGETALL', key)
  end,
  zset = function(key, most)
    local size = redis.call('ZCARD', key)
    return size, size <= most and redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
  end,
}
local left = tonumber(ARGV[1])
local found = {}
for i, key in ipairs(KEYS) do
  local read = small[redis.call('TYPE', key)['ok']]
  found[i] = false
  if read then
    local size, content = read(key, left)
    if content then
      found[i] = content
      left = left - size
    end
  end
end
return found
