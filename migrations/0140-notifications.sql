-- What people are told inside the product; mail goes out beside it.

create table notification (
  id         uuid primary key,
  account_id uuid not null references account (id),
  kind       text not null,
  title      text not null,
  text       text not null,
  href       text check (href like '/%'),
  -- The fact that it tells of: the same fact is told once.
  ref        text not null,
  created_at timestamptz not null,
  read_at    timestamptz,
  unique (account_id, kind, ref)
);
create index notification_newest on notification (account_id, created_at desc, id desc);
create index notification_unread on notification (account_id) where read_at is null;
