-- Read lines of a history, as it was at one moment; the oldest are in the archive.
--
-- KEYS[1]  the lines that are in the store, a list
-- KEYS[2]  the pages that are in the archive, a list
-- ARGV[1]  how many lines a page has
-- ARGV[2]  the number of the line before which to read, from 0; "" for the end
-- ARGV[3]  how many to read at most; of pages whole ones, and at least one
--
-- Without any of these all of it is read.
--
-- Returns {the number of the first line, the pages, lines}: pages and lines in their
-- order. With the three arguments either pages or lines.

local pages = redis.call('LLEN', KEYS[2])
if #ARGV == 0 then
  local all = redis.call('LRANGE', KEYS[2], 0, -1)
  return {0, all, redis.call('LRANGE', KEYS[1], 0, -1)}
end
local size, most = tonumber(ARGV[1]), tonumber(ARGV[3])
local start = pages * size
local last = start + redis.call('LLEN', KEYS[1])
if ARGV[2] ~= '' then
  last = math.min(last, tonumber(ARGV[2]))
end
if last <= 0 then
  return {0, {}, {}}
end
if last > start then
  local first = math.max(start, last - most)
  return {first, {}, redis.call('LRANGE', KEYS[1], first - start, last - start - 1)}
end
local page = math.floor((last - 1) / size)
local first = math.max(0, math.min(page, math.ceil((last - most) / size)))
return {first * size, redis.call('LRANGE', KEYS[2], first, page), {}}
