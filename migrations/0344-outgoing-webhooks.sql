-- A user's program learns of their events by calls to its own address.
create table outgoing_webhook (
  id                    uuid primary key,
  account_id            uuid not null references account (id),
  url                   text not null check (length(url) between 1 and 1000),
  events                text[] not null check (cardinality(events) > 0),
  sealed_secret         text not null,
  -- Receivers may verify with it until then.
  sealed_former_secret  text,
  former_secret_until   timestamptz,
  disabled_reason       text check (disabled_reason in ('owner', 'gone', 'failing')),
  -- Calls since then failed, without a success in between.
  failing_since         timestamptz,
  -- Its calls run in a lane of their own, so that they delay no others. New webhooks start in it until a call is fast.
  is_slow               boolean not null default true,
  created_at            timestamptz not null,
  check ((sealed_former_secret is null) = (former_secret_until is null))
);
create index outgoing_webhook_of_account on outgoing_webhook (account_id);
