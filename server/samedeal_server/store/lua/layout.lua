-- Say which layout a process writes, and the data has from then on, and which code may
-- serve it: unless that is newer than any process that is alive.
--
-- KEYS[1]  the layout
-- KEYS[2]  the processes, a sorted set by the time of their last pulse
-- KEYS[3]  the layouts that processes write, a hash
-- ARGV[1]  the process, or another that sends no pulses
-- ARGV[2]  the layout that it writes
-- ARGV[3]  the oldest code, by the layout that it writes, that may serve what it writes
-- ARGV[4]  after how many ms without a pulse a process is dead
--
-- Returns 1 if that code alone serves the data from now on; 0 if older code does, and
-- nothing is said of the data. Neither number ever becomes smaller.

local layout, processes, layouts = KEYS[1], KEYS[2], KEYS[3]
if redis.call('ZSCORE', processes, ARGV[1]) then
  redis.call('HSET', layouts, ARGV[1], ARGV[2])
end
for _, process in ipairs(redis.call('HKEYS', layouts)) do
  if not redis.call('ZSCORE', processes, process) then
    redis.call('HDEL', layouts, process)
  end
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, process in ipairs(redis.call('ZRANGEBYSCORE', processes, now - ARGV[4], '+inf')) do
  -- Code from before it was said does not say it.
  if tonumber(redis.call('HGET', layouts, process) or 0) < tonumber(ARGV[3]) then
    return 0
  end
end
for field, said in pairs({layout = ARGV[2], oldest = ARGV[3]}) do
  if tonumber(said) > tonumber(redis.call('HGET', layout, field) or 0) then
    redis.call('HSET', layout, field, said)
  end
end
return 1
