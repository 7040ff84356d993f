-- Write into the books what the next matches of the chain change, once.
--
-- Promise: of any number of processes that book the same matches, one writes, and
-- all that it has to write; the others change nothing and are told so. Nothing is
-- written to a sheet that is in the archive, or on its way there.
--
-- KEYS[1]  the cursor: how many links of the chain are in the books
-- KEYS[2]  the histories that are long, a set of their keys
-- KEYS[3]  whose turn it is to book; nobody's once this has written
-- KEYS[4]  which parts of the books are apart from these
-- KEYS     from the fifth on, the marks of the sheets that are written to, then the
--          books
-- ARGV[1]  the cursor as it was when the books were read
-- ARGV[2]  the cursor that these writes lead to
-- ARGV[3]  msgpack: a list of writes {command, number of the book from 1, its
--          arguments, any number}; commands are HSET, ZADD and RPUSH, this one to
--          histories
-- ARGV[4]  how many lines make a history long
-- ARGV[5]  how many marks there are
-- ARGV[6]  the parts that were apart when it was computed
--
-- Returns 1 if it wrote; 0 if the cursor was another, or other parts are apart, or any
-- sheet has a mark.

if (redis.call('GET', KEYS[1]) or '0') ~= ARGV[1] then
  return 0
end
if (redis.call('GET', KEYS[4]) or '') ~= ARGV[6] then
  return 0
end
local marks = tonumber(ARGV[5])
if marks > 0 and redis.call('EXISTS', unpack(KEYS, 5, 4 + marks)) > 0 then
  return 0
end
for _, write in ipairs(cmsgpack.unpack(ARGV[3])) do
  local book = KEYS[write[2] + 4 + marks]
  local length = redis.call(write[1], book, unpack(write, 3))
  if write[1] == 'RPUSH' and length >= tonumber(ARGV[4]) then
    redis.call('SADD', KEYS[2], book)
  end
end
redis.call('SET', KEYS[1], ARGV[2])
redis.call('DEL', KEYS[3])
return 1
