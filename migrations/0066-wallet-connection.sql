-- A marketer has gone to the wallet's sign-in page to show which account is theirs. The way back is good once, for a while,
-- and in the session that set out. Holds no address and no code; rows go when the next connection begins.
create table wallet_connection (
  id         uuid primary key,
  account_id uuid not null references account (id),
  session_id uuid not null,
  state_hash text not null unique,
  created_at timestamptz not null,
  ends_at    timestamptz not null,
  -- From here on it cannot be used again, whatever comes of it: a crash leaves this without an outcome.
  used_at    timestamptz,
  outcome    text check (outcome in ('connected', 'declined', 'unconfirmed', 'failed')),
  check (outcome is null or used_at is not null)
);
create index wallet_connection_of_account on wallet_connection (account_id, created_at desc);
