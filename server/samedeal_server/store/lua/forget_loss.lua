-- Say that what comes of a loss was seen to.
--
-- Promise: one that was noted meanwhile stays.
--
-- KEYS[1]  the loss that was noted last, a string
-- ARGV[1]  the one that was seen to
--
-- Returns 1 if it is forgotten; 0 if there is another by now, or none.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
