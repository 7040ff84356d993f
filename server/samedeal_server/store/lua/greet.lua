-- Let in who knows the token or the way back, and give them another way back.
--
-- Promise: a way back that was used leads nowhere once the one given in its
-- place has been used; until then it still does, because the answer that gave
-- the new one may have been lost on its way. In the same manner the next token
-- ends the one before, and every way back, when it is used for the first time.
-- A player who was a bot once is one for good.
--
-- KEYS[1]  the identity, a hash
-- KEYS[2]  the player's relations, which live as long as the identity
-- ARGV[1]  "token" or "resume": what is presented
-- ARGV[2]  the hash of what is presented
-- ARGV[3]  the hash of the new way back
-- ARGV[4]  "1" for who says that they are a bot
-- ARGV[5]  the time to live, in seconds, of who has claimed no name
--
-- Returns {name, "1" if it was claimed, "1" for a bot, the hash of the token that is
-- good now, "1" if they list anybody}; nil for who is not let in.

local identity, kind, presented = KEYS[1], ARGV[1], ARGV[2]

local known = redis.call('HMGET', identity, 'name', 'token', 'token_next',
  'resume', 'resume_before', 'named', 'bot')
local name, token, next_token = known[1], known[2], known[3]
local resume, before, named, bot = known[4], known[5], known[6], known[7]
if not name then
  return false
end
if kind == 'token' and presented ~= token and presented ~= next_token then
  return false
end
if kind == 'resume' and presented ~= resume and presented ~= before then
  return false
end
if kind == 'token' and presented == next_token then
  redis.call('HDEL', identity, 'token_next', 'resume', 'resume_before')
  redis.call('HSET', identity, 'token', presented)
  token = presented
elseif presented ~= before and resume then
  redis.call('HSET', identity, 'resume_before', resume)
end
if ARGV[4] == '1' then
  bot = '1'
  redis.call('HSET', identity, 'bot', bot)
end
redis.call('HSET', identity, 'resume', ARGV[3])
if not named then
  redis.call('EXPIRE', identity, ARGV[5])
  redis.call('EXPIRE', KEYS[2], ARGV[5])
end
local lists = redis.call('EXISTS', KEYS[2]) == 1 and '1' or ''
return {name, named or '', bot or '', token or '', lists}
