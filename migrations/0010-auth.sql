-- Accounts, their sessions and the sign-ins that wait for a code.

create table account (
  id           uuid primary key,
  email        text not null check (email = lower(email) and email like '%_@_%'),
  role         text check (role in ('marketer', 'advertiser', 'admin')),
  verified_at  timestamptz,
  suspended_at timestamptz,
  deleted_at   timestamptz,
  first_login_done boolean not null default false,
  created_at   timestamptz not null
);
create unique index account_email on account (email) where deleted_at is null;
create index account_newest on account (created_at desc, id desc);

create table sign_in_session (
  id           uuid primary key,
  account_id   uuid not null references account (id),
  token_hash   text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  user_agent   text,
  created_at   timestamptz not null,
  last_used_at timestamptz not null,
  ended_at     timestamptz
);
create index sign_in_session_of_account on sign_in_session (account_id) where ended_at is null;

-- Code and token are kept as hashes only. Five wrong codes end a challenge; sending it again replaces both.
create table sign_in_challenge (
  id          uuid primary key,
  email       text not null check (email = lower(email)),
  role        text not null check (role in ('marketer', 'advertiser')),
  code_hash   text not null,
  token_hash  text not null unique,
  wrong_codes integer not null default 0 check (wrong_codes between 0 and 5),
  sent_at     timestamptz not null,
  expires_at  timestamptz not null,
  used_at     timestamptz
);
create index sign_in_challenge_expiry on sign_in_challenge (expires_at);
