-- Somebody gets one mail a day about all of their searches, and none about what a search found before it was changed.

alter table saved_search add column version integer not null default 1 check (version > 0);
-- Which of a search's filters have found it: what older ones have found is not told any more.
alter table saved_search_match add column version integer not null default 1 check (version > 0);

-- One row for each person who has been mailed to, or is just about to be: whoever makes a mail holds it.
create table saved_search_mail (
  account_id uuid primary key references account (id),
  mailed_at  timestamptz
);
insert into saved_search_mail (account_id, mailed_at)
  select account_id, max(mailed_at) from saved_search where mailed_at is not null group by account_id;
alter table saved_search drop column mailed_at;

drop index saved_search_match_unmailed;
create index saved_search_match_unmailed on saved_search_match (account_id) where mailed_at is null;
create index saved_search_match_found_at on saved_search_match (found_at);
