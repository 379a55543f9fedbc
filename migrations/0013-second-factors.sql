-- Second factors: passkeys, one authenticator app, and recovery codes for when neither is at hand.

-- Null: this session has shown its first factor only. Where the account has a second one, it is then not complete.
alter table sign_in_session add column second_factor_at timestamptz;

-- The app's secret is sealed (AES-256-GCM). last_step is the newest time step whose code was taken: none is taken twice.
-- A passkey's public_key is base64url; its counter only grows, else somebody has copied the key.
create table second_factor (
  id            uuid primary key,
  account_id    uuid not null references account (id),
  kind          text not null check (kind in ('totp', 'passkey')),
  name          text not null check (length(name) between 1 and 60),
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  secret_sealed text,
  last_step     bigint,
  credential_id text unique,
  public_key    text,
  counter       bigint check (counter >= 0),
  transports    text[],
  check (num_nonnulls(secret_sealed, last_step) = case kind when 'totp' then 2 else 0 end),
  check (num_nonnulls(credential_id, public_key, counter, transports) = case kind when 'passkey' then 4 else 0 end)
);
create index second_factor_of_account on second_factor (account_id);
create unique index second_factor_one_app on second_factor (account_id) where kind = 'totp';

-- Kept as hashes under a key. A new set replaces the old one.
create table second_factor_recovery_code (
  account_id uuid not null references account (id),
  code_hash  text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  used_at    timestamptz,
  primary key (account_id, code_hash)
);

-- What a session was asked, once: a passkey's challenge, or the secret that a new authenticator app must show that it has.
create table second_factor_challenge (
  session_id    uuid not null references sign_in_session (id) on delete cascade,
  purpose       text not null check (purpose in ('add-totp', 'add-passkey', 'prove')),
  challenge     text,
  secret_sealed text,
  expires_at    timestamptz not null,
  primary key (session_id, purpose),
  check (num_nonnulls(challenge, secret_sealed) = 1 and (secret_sealed is not null) = (purpose = 'add-totp'))
);

-- Wrong codes, counted by account and not by session: whoever reads the mail can begin as many sessions as they like.
create table second_factor_guard (
  account_id    uuid primary key references account (id),
  wrong_codes   integer not null check (wrong_codes between 1 and 5),
  last_wrong_at timestamptz not null
);
