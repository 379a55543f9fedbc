-- The conversation about an application, between its marketer and the advertiser's business. It exists from its first
-- entry on. Adding an entry locks this row, so entries are numbered without gaps or repeats.
create table message_thread (
  application_id          uuid primary key references application (id),
  -- Copied from the application and its campaign, which never change them, to list a user's conversations.
  campaign_id             uuid not null references campaign (id),
  marketer_id             uuid not null references account (id),
  advertiser_id           uuid not null references account (id),
  last_sequence           integer not null default 0 check (last_sequence >= 0),
  last_at                 timestamptz not null,
  -- Since when a message waits that no user of this side has read, and when this side was emailed about it.
  marketer_unread_since   timestamptz,
  marketer_mailed_at      timestamptz,
  advertiser_unread_since timestamptz,
  advertiser_mailed_at    timestamptz,
  -- When an admin read the conversation in a case. Both sides are told once the case is closed.
  viewed_at               timestamptz,
  check (marketer_unread_since is not null or marketer_mailed_at is null),
  check (advertiser_unread_since is not null or advertiser_mailed_at is null)
);
create index message_thread_of_marketer on message_thread (marketer_id, last_at desc, application_id desc);
create index message_thread_of_advertiser on message_thread (advertiser_id, last_at desc, application_id desc);
create index message_thread_of_campaign on message_thread (campaign_id);
create index message_thread_mail_to_marketer on message_thread (marketer_unread_since)
  where marketer_unread_since is not null and marketer_mailed_at is null;
create index message_thread_mail_to_advertiser on message_thread (advertiser_unread_since)
  where advertiser_unread_since is not null and advertiser_mailed_at is null;

create table message (
  -- The browser makes it, so a repeated request finds its message. The server makes those of system entries.
  id             uuid primary key,
  application_id uuid not null references message_thread (application_id),
  sequence       integer not null check (sequence > 0),
  -- 'text', or what a system entry says, such as 'proof-sent'.
  kind           text not null,
  side           text check (side in ('marketer', 'advertiser')),
  author_id      uuid references account (id),
  text           text not null check (char_length(text) <= 4000),
  -- The fact that a system entry reports. It is reported once.
  fact           text,
  created_at     timestamptz not null,
  unique (application_id, sequence),
  unique (application_id, kind, fact),
  check ((kind = 'text') = (side is not null)),
  check ((kind = 'text') = (author_id is not null)),
  check ((kind = 'text') = (fact is null))
);
create index message_of_author on message (author_id) where author_id is not null;

create table message_file (
  upload_id    uuid primary key references upload (id),
  message_id   uuid not null references message (id),
  position     smallint not null check (position between 0 and 4),
  name         text not null check (char_length(name) between 1 and 200),
  unique (message_id, position)
);

create table message_read (
  application_id uuid not null references message_thread (application_id),
  account_id     uuid not null references account (id),
  sequence       integer not null,
  primary key (application_id, account_id)
);
create index message_read_of_account on message_read (account_id);

create trigger account_takes_no_more before insert on message
  for each row when (new.author_id is not null) execute function account_takes_no_more('author_id');
create trigger account_takes_no_more before insert on message_read
  for each row execute function account_takes_no_more('account_id');

alter table upload
  drop constraint upload_purpose_check,
  add constraint upload_purpose_check
    check (purpose in ('proof', 'brand-asset', 'profile-photo', 'business-logo', 'message'));

alter table notification_choice
  drop constraint notification_choice_topic_check,
  add constraint notification_choice_topic_check
    check (topic in ('money', 'work', 'proofs', 'searches', 'messages'));
