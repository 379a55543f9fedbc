-- Browsers that get push messages (decision 55).

create table push_subscription (
  id         uuid primary key,
  account_id uuid not null references account (id),
  -- The sign-in in this browser. Ending it ends the messages.
  session_id uuid not null references sign_in_session (id) on delete cascade,
  -- The push service's address of this browser. Not sealed: only the holder of our signing key can use it.
  endpoint   text not null unique check (endpoint ~ '^https?://'),
  -- The browser's public key and secret, base64url, with which messages are encrypted for it.
  p256dh     text not null,
  auth       text not null,
  created_at timestamptz not null
);
create index push_subscription_of_account on push_subscription (account_id);
create index push_subscription_of_session on push_subscription (session_id);
