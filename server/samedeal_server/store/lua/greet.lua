-- Let in who knows the token or the way back, and give them another way back.
--
-- Promise: a way back that was used leads nowhere once the one given in its
-- place has been used; until then it still does, because the answer that gave
-- the new one may have been lost on its way.
--
-- KEYS[1]  the identity, a hash: name, token, resume, resume_before
-- ARGV[1]  "token" or "resume": what is presented
-- ARGV[2]  the hash of what is presented
-- ARGV[3]  the hash of the new way back
-- ARGV[4]  the new name; empty to keep the old one
-- ARGV[5]  the identity's time to live in seconds
--
-- Returns the name; nil for who is not let in.

local identity, kind, presented = KEYS[1], ARGV[1], ARGV[2]

local known = redis.call('HMGET', identity, 'name', 'token', 'resume', 'resume_before')
local name, token, resume, before = known[1], known[2], known[3], known[4]
if not name then
  return false
end
if kind == 'token' and presented ~= token then
  return false
end
if kind == 'resume' and presented ~= resume and presented ~= before then
  return false
end
if presented ~= before and resume then
  redis.call('HSET', identity, 'resume_before', resume)
end
if ARGV[4] ~= '' then
  name = ARGV[4]
  redis.call('HSET', identity, 'name', name)
end
redis.call('HSET', identity, 'resume', ARGV[3])
redis.call('EXPIRE', identity, ARGV[5])
return name
