-- Read links of the chain, as it was at one moment; the oldest are in the archive.
--
-- KEYS[1]  the links that are in the store, a list
-- KEYS[2]  the pages that are in the archive, a list
-- ARGV[1]  how many links a page has
-- ARGV[2]  the number of the first link to read, from 0
-- ARGV[3]  how many to read at most
--
-- Returns {the number of the first page, pages, links}: pages or links, in their order.

local size, start, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local gone = redis.call('LLEN', KEYS[2]) * size
if start >= gone then
  local first = start - gone
  return {0, {}, redis.call('LRANGE', KEYS[1], first, first + most - 1)}
end
local first = math.floor(start / size)
local last = math.floor((start + most - 1) / size)
return {first, redis.call('LRANGE', KEYS[2], first, last), {}}
