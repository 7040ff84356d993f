-- Read fields of books, as they all were at one moment.
--
-- KEYS     the marks of the sheets that the books are on, then the books, hashes
-- ARGV[1]  msgpack: for each book its fields
-- ARGV[2]  how many marks there are
--
-- Returns for each book the values of its fields, nil where there is none; nil if any
-- sheet has a mark, as then its books are not all there.

local marks = tonumber(ARGV[2])
if marks > 0 and redis.call('EXISTS', unpack(KEYS, 1, marks)) > 0 then
  return false
end
local values = {}
for i, fields in ipairs(cmsgpack.unpack(ARGV[1])) do
  values[i] = redis.call('HMGET', KEYS[i + marks], unpack(fields))
end
return values
