-- Say which layout the data has from now on, and which code may serve it.
--
-- KEYS[1]  the layout
-- ARGV[1]  the layout that the caller writes
-- ARGV[2]  the oldest code, by the layout that it writes, that may serve what it writes
--
-- Returns nothing. Neither number ever becomes smaller.

for field, said in pairs({layout = ARGV[1], oldest = ARGV[2]}) do
  if tonumber(said) > tonumber(redis.call('HGET', KEYS[1], field) or 0) then
    redis.call('HSET', KEYS[1], field, said)
  end
end
