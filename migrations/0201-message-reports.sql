-- A user's report about a conversation. An admin takes it, and dismisses it or resolves it.
create table message_report (
  id             uuid primary key,
  application_id uuid not null references message_thread (application_id),
  reporter_id    uuid not null references account (id),
  side           text not null check (side in ('marketer', 'advertiser')),
  reason         text not null check (reason in ('harassment', 'off-platform', 'spam', 'other')),
  text           text not null check (char_length(text) <= 1000),
  state          text not null default 'open' check (state in ('open', 'dismissed', 'resolved')),
  -- The admin who works on it.
  owner_id       uuid references account (id),
  note           text,
  created_at     timestamptz not null,
  decided_at     timestamptz,
  check ((state = 'open') = (decided_at is null)),
  check ((decided_at is null) = (note is null)),
  check (decided_at is null or owner_id is not null)
);
-- A user has one open report about a conversation.
create unique index message_report_open on message_report (application_id, reporter_id) where state = 'open';
create index message_report_by_time on message_report (created_at desc, id desc);
create index message_report_of_reporter on message_report (reporter_id);
create trigger account_takes_no_more before insert on message_report
  for each row execute function account_takes_no_more('reporter_id');
