-- Choices per topic and channel, quiet hours, the daily summary, and deliveries that wait for them (decision 55).

alter table notification_choice drop constraint notification_choice_topic_check;
alter table notification_choice
  add column is_pushed boolean not null default true,
  add constraint notification_choice_topic_check
    check (topic in ('money', 'work', 'proofs', 'searches', 'messages', 'account')),
  -- Emails about the account can't be switched off.
  add constraint notification_choice_account_mailed check (topic <> 'account' or is_mailed);

-- No row: no quiet hours and no summary.
create table notification_schedule (
  account_id  uuid primary key references account (id),
  -- IANA name of the zone in which the times are meant.
  time_zone   text not null check (time_zone <> ''),
  -- Minutes since midnight.
  quiet_from  smallint check (quiet_from between 0 and 1439),
  quiet_until smallint check (quiet_until between 0 and 1439),
  digest_hour smallint check (digest_hour between 0 and 23),
  changed_at  timestamptz not null,
  check ((quiet_from is null) = (quiet_until is null)),
  check (quiet_from <> quiet_until)
);

-- Emails and push messages that wait. The outbox would count times more than 15 minutes ahead as a wrong clock.
create table waiting_delivery (
  account_id uuid not null references account (id),
  channel    text not null check (channel in ('email', 'push')),
  kind       text not null,
  ref        text not null,
  title      text not null,
  text       text not null,
  href       text not null check (href like '/%'),
  -- The time by which the user must act, if there is one. It never waits for the summary.
  deadline   timestamptz,
  due_at     timestamptz not null,
  created_at timestamptz not null,
  primary key (account_id, channel, kind, ref)
);
create index waiting_delivery_due on waiting_delivery (due_at);
-- Deleting an account finds what others were told about its work.
create index waiting_delivery_of_fact on waiting_delivery (ref text_pattern_ops);
