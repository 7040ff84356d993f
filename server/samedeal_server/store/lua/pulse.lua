-- Say that a process is alive and can write; learn when nobody could, and who died.
--
-- While no process can write, no player can move, so no clock may run. The time
-- between two pulses of all processes together, when it is too long for mere
-- chance, is such an outage; whoever writes first after it puts it on record,
-- and every process learns of it with its own next pulse.
--
-- KEYS[1]  the time of the last pulse of any process, in ms
-- KEYS[2]  the outages, a list of "<from> <until>" in ms, the newest last
-- KEYS[3]  the processes, a sorted set by the time of their last pulse
-- KEYS[4]  the rooms that cannot be written to, a hash of room to since when, in ms
-- KEYS[5]  by how many ms time is ahead of this node's clock, while it is
-- ARGV[1]  the process
-- ARGV[2]  the longest gap that is no outage, in ms
-- ARGV[3]  after how many ms without a pulse a process is dead
-- ARGV[4]  how many outages to keep
-- ARGV[5]  how many rooms the process has found that it cannot write to
-- ARGV     those, each with since when, in ms; then rooms that can be written to again,
--          each with when that was seen
--
-- Returns {now in ms, 1 if the process was unknown or dead, the outages, the
-- dead processes, each room that cannot be written to and since when, by how many ms
-- time is ahead of this node's clock}.
--
-- Time never goes back. Where the clock was set back for more than mere chance, or is of
-- another node that took over, time goes on from where it was, at the clock's pace, until
-- the clock has caught up: or nothing would ever be due until then.

local last_key, outages, processes, stuck = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local ahead_key = KEYS[5]
local process, found = ARGV[1], tonumber(ARGV[5])
local day = 86400
local longest, dead_after = tonumber(ARGV[2]), tonumber(ARGV[3])

local time = redis.call('TIME')
local clock = time[1] * 1000 + math.floor(time[2] / 1000)
local last = tonumber(redis.call('GET', last_key))
local now, ahead = clock, 0
if last and clock < last then
  ahead = tonumber(redis.call('GET', ahead_key) or 0)
  if last - clock - ahead > longest then
    ahead = last - clock
    redis.call('SET', ahead_key, string.format('%.0f', ahead))
  end
  now = math.max(last, clock + ahead)
else
  redis.call('DEL', ahead_key)
end
if last and now - last > longest then
  redis.call('RPUSH', outages, string.format('%.0f %.0f', last, now))
  redis.call('LTRIM', outages, -tonumber(ARGV[4]), -1)
end
redis.call('SET', last_key, string.format('%.0f', now))
local score = redis.call('ZSCORE', processes, process)
local is_new = (not score or now - tonumber(score) > dead_after) and 1 or 0
redis.call('ZADD', processes, now, process)
local dead = redis.call('ZRANGEBYSCORE', processes, '-inf', now - dead_after)
for i = 6, #ARGV, 2 do
  local room, at = ARGV[i], ARGV[i + 1]
  local since = tonumber(redis.call('HGET', stuck, room))
  if i < 6 + 2 * found then
    if not since or tonumber(at) < since then
      redis.call('HSET', stuck, room, at)
      redis.call('EXPIRE', stuck, day)
    end
  elseif since and since <= tonumber(at) then
    redis.call('HDEL', stuck, room)
  end
end
local is_stuck = redis.call('HGETALL', stuck)
return {now, is_new, redis.call('LRANGE', outages, 0, -1), dead, is_stuck, ahead}
