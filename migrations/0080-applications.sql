-- Who wants a place in a campaign, and what became of it.

create table application (
  id          uuid primary key,
  campaign_id uuid not null references campaign (id),
  marketer_id uuid not null references account (id),
  status      text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'withdrawn')),
  -- Why it was rejected or withdrawn, in the words of whoever did it.
  reason      text,
  applied_at  timestamptz not null,
  -- When it was last decided: approved, rejected or withdrawn.
  decided_at  timestamptz,
  constraint application_once unique (campaign_id, marketer_id),
  constraint application_decided check ((status = 'pending') = (decided_at is null))
);
create index application_of_marketer on application (marketer_id, applied_at desc, id desc);
create index application_of_campaign on application (campaign_id, applied_at desc, id desc);
create index application_approved_of_marketer on application (marketer_id) where status = 'approved';
