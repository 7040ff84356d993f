-- Take the turn to book what comes next, so that others need not compute the same.
--
-- No promise rests on it: book.lua has the cursor that its writes were computed for.
--
-- KEYS[1]  whose turn it is, a string; gone when they have booked, or took too long
-- KEYS[2]  the cursor: how many links of the chain are in the books
-- ARGV[1]  who wants to book
-- ARGV[2]  the cursor from which on they would
-- ARGV[3]  how many ms they may take
--
-- Returns {1 if it is their turn, else 0; the cursor}. It is not if the cursor is
-- another one, or the turn somebody else's.

local cursor = redis.call('GET', KEYS[2]) or '0'
local whose = redis.call('GET', KEYS[1])
if cursor ~= ARGV[2] or (whose and whose ~= ARGV[1]) then
  return {0, cursor}
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
return {1, cursor}
