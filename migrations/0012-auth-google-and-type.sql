-- Who signs in through an identity provider is known by issuer and subject, never by an address, which may change hands.
create table sign_in_identity (
  issuer     text not null,
  subject    text not null,
  account_id uuid not null references account (id),
  linked_at  timestamptz not null,
  primary key (issuer, subject)
);
create index sign_in_identity_of_account on sign_in_identity (account_id);

-- A way to the provider and back is gone once; what is kept of it is forgotten when it would have ended by itself.
create table spent_provider_flow (
  flow_hash  text primary key check (flow_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null
);
create index spent_provider_flow_expiry on spent_provider_flow (expires_at);

-- The mailed link that changes an account's type, as a hash only. One for each account: asking again ends the one before.
create table type_change_link (
  account_id uuid primary key references account (id),
  new_role   text not null check (new_role in ('marketer', 'advertiser')),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  used_at    timestamptz
);
