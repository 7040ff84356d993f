-- Take a transcript away that was moved into the archive.
--
-- Promise: what is to be kept for ever by now is not taken away for a copy that is kept
-- for some days.
--
-- KEYS[1]  the transcript
-- KEYS[2]  when it may be read
-- ARGV[1]  "1" if the copy is kept for ever, "0" if not
--
-- Returns 1 if it is gone, 0 if it stays.

if ARGV[1] == '0' and redis.call('PTTL', KEYS[1]) == -1 then
  return 0
end
redis.call('UNLINK', KEYS[1], KEYS[2])
return 1
