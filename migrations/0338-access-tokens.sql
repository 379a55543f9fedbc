-- A user's program signs in with a personal access token. A revoked token is deleted: the audit log keeps the change.
create table access_token (
  id           uuid primary key,
  account_id   uuid not null references account (id),
  name         text not null check (length(name) between 1 and 60),
  token_hash   text not null unique,
  scopes       text[] not null check (cardinality(scopes) > 0),
  created_at   timestamptz not null,
  expires_at   timestamptz not null check (expires_at > created_at),
  last_used_at timestamptz
);
create index access_token_of_account on access_token (account_id);
