-- Say how far transcripts were moved into the archive.
--
-- Promise: nobody who was late sets it back.
--
-- KEYS[1]  how many links of the chain were looked at, a string
-- ARGV[1]  how many those were when this began
-- ARGV[2]  how many they are now
--
-- Returns 1 if it is noted; 0 if somebody else was first.

if (redis.call('GET', KEYS[1]) or '0') ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[2])
return 1
