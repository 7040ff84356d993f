-- Say which layout a process writes, and the data has from then on, and which code may
-- serve it: unless that is newer than any process that is alive.
--
-- KEYS[1]  the layout
-- KEYS[2]  the processes, a sorted set by the time of their last pulse
-- KEYS[3]  the layouts that processes write, a hash
-- KEYS[4]  the outages, a list of "<from> <until>" in ms, the newest last
-- ARGV[1]  the process, or another that sends no pulses
-- ARGV[2]  the layout that it writes
-- ARGV[3]  the oldest code, by the layout that it writes, that may serve what it writes
-- ARGV[4]  after how many ms without a pulse a process is dead
--
-- Returns 1 if that code alone serves the data from now on; 0 if older code does; -1 if
-- nobody can know, as there was an outage a moment ago, and whoever is alive has not had
-- the time to say so. Of the data nothing new is said then. Neither number ever becomes
-- smaller.

local layout, processes, layouts, outages = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
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
local raised = {}
for field, said in pairs({layout = ARGV[2], oldest = ARGV[3]}) do
  if tonumber(said) > tonumber(redis.call('HGET', layout, field) or 0) then
    raised[#raised + 1] = field
    raised[#raised + 1] = said
  end
end
if #raised > 0 then
  local outage = redis.call('LINDEX', outages, -1)
  if outage and now - string.match(outage, '%d+$') < tonumber(ARGV[4]) then
    return -1
  end
  redis.call('HSET', layout, unpack(raised))
end
return 1
