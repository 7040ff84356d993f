-- Count what somebody does that may be done so often, for all processes together.
--
-- Promise: however many processes ask at once, no more is let through than is allowed.
--
-- KEYS[1]  when all of it is there again, in ms since 1970; gone once that is so
-- ARGV[1]  how many are taken; below 0 they are given back
-- ARGV[2]  how many there are at once
-- ARGV[3]  after how many ms there is one more
-- ARGV[4]  by how many ms the service's time is ahead of this node's clock
--
-- Returns 0 if they are counted, or the ms until they are there.

local count, burst, each = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[4]
-- Nobody owes more than all there is, whatever the clock said that this was reckoned by.
local known = math.min(tonumber(redis.call('GET', KEYS[1]) or 0), now + burst * each)
local full_at = math.max(now, known) + count * each
local early = full_at - now - burst * each
if count > 0 and early > 0 then
  return math.ceil(early)
end
if full_at > now then
  redis.call('SET', KEYS[1], string.format('%.0f', full_at), 'PX', math.ceil(full_at - now))
else
  redis.call('DEL', KEYS[1])
end
return 0
