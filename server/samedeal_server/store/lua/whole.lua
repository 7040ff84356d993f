-- Read whole keys, as they all were at one moment.
--
-- KEYS     the keys, of one hash tag
--
-- Returns for each key {its type, when it goes in ms since 1970 or below 0 for never,
-- what is in it, flat}; of a stream's entries the id and the value of the one field
-- that each has, after the field's name.

local function flat(entries)
  local words = {}
  for i, entry in ipairs(entries) do
    words[i * 3 - 2] = entry[1]
    words[i * 3 - 1] = entry[2][1]
    words[i * 3] = entry[2][2]
  end
  return words
end

local read = {
  string = function(key) return {redis.call('GET', key)} end,
  hash = function(key) return redis.call('HGETALL', key) end,
  list = function(key) return redis.call('LRANGE', key, 0, -1) end,
  set = function(key) return redis.call('SMEMBERS', key) end,
  zset = function(key) return redis.call('ZRANGE', key, 0, -1, 'WITHSCORES') end,
  stream = function(key) return flat(redis.call('XRANGE', key, '-', '+')) end,
}
local found = {}
for i, key in ipairs(KEYS) do
  local kind = redis.call('TYPE', key)['ok']
  local content = read[kind] and read[kind](key) or {}
  found[i] = {kind, redis.call('PEXPIRETIME', key), content}
end
return found
