-- Invitations of marketers to campaigns, each marketer at most once per campaign. A marketer can refuse them all.

create table campaign_invitation (
  id          uuid primary key,
  campaign_id uuid not null references campaign (id),
  marketer_id uuid not null references account (id),
  status      text not null default 'open' check (status in ('open', 'accepted', 'declined', 'revoked')),
  reason      text check (char_length(reason) <= 500),
  invited_at  timestamptz not null,
  answered_at timestamptz,
  unique (campaign_id, marketer_id),
  check (reason is null or status = 'declined'),
  check ((status = 'open') = (answered_at is null))
);
create index campaign_invitation_marketer on campaign_invitation (marketer_id);

create trigger account_takes_no_more before insert on campaign_invitation
  for each row execute function account_takes_no_more('marketer_id', 'marketer');

alter table marketer_listing add column takes_invitations boolean not null default true;
