-- Which kinds of notices somebody wants by mail too. No row: they do.

create table notification_choice (
  account_id uuid not null references account (id),
  topic      text not null check (topic in ('money', 'work', 'proofs')),
  is_mailed  boolean not null,
  changed_at timestamptz not null,
  primary key (account_id, topic)
);
