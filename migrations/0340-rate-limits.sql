-- The token buckets of rate limits that all processes share (decision 84). Unlogged, because a crash may refill them.
-- No index on the time: a bucket is changed in place, and the sweep that deletes full ones reads few rows.
create unlogged table rate_limit (
  -- A keyed hash of the limit and its caller, because callers are email and network addresses.
  key text primary key check (length(key) = 43),
  -- Microseconds since 1970. The bucket is full from then on.
  full_at_us bigint not null
) with (fillfactor = 50);
