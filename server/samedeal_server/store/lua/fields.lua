-- Read fields of books, as they all were at one moment.
--
-- KEYS[1]  which parts of the books are apart from these
-- KEYS     from the second on, the marks of the sheets that the books are on, then the
--          books, hashes
-- ARGV[1]  msgpack: for each book its fields
-- ARGV[2]  how many marks there are
-- ARGV[3]  the parts that are known to be apart
--
-- Returns for each book the values of its fields, nil where there is none; nil if any
-- sheet has a mark, or other parts are apart, as then its books are not all there.

local marks = tonumber(ARGV[2])
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[3] then
  return false
end
if marks > 0 and redis.call('EXISTS', unpack(KEYS, 2, 1 + marks)) > 0 then
  return false
end
local values = {}
for i, fields in ipairs(cmsgpack.unpack(ARGV[1])) do
  values[i] = redis.call('HMGET', KEYS[i + 1 + marks], unpack(fields))
end
return values
