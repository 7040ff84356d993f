-- Read fields of books, as they all were at one moment.
--
-- KEYS     the books, hashes
-- ARGV[1]  msgpack: for each book its fields
--
-- Returns for each book the values of its fields, nil where there is none.

local values = {}
for i, fields in ipairs(cmsgpack.unpack(ARGV[1])) do
  values[i] = redis.call('HMGET', KEYS[i], unpack(fields))
end
return values
