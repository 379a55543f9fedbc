-- What marketers look for in the marketplace, kept under a name, and what has come in for those who want to hear of it.

create table saved_search (
  id             uuid primary key,
  account_id     uuid not null references account (id),
  -- Everybody has twenty places for searches, so that no two calls at once make one more.
  place          smallint not null check (place between 1 and 20),
  name           text not null check (name = btrim(name) and char_length(name) between 1 and 80),
  -- The filters and the order of GET /api/campaigns, without a page.
  filters        jsonb not null check (jsonb_typeof(filters) = 'object'),
  -- Campaigns that became active after it are told; null: none are.
  alerting_since timestamptz,
  -- When the last mail about it was made.
  mailed_at      timestamptz,
  created_at     timestamptz not null,
  constraint saved_search_place unique (account_id, place),
  constraint saved_search_of_account unique (id, account_id)
);
create unique index saved_search_name on saved_search (account_id, lower(name));
create index saved_search_alerting on saved_search (id) where alerting_since is not null;

create table saved_search_match (
  search_id   uuid not null,
  account_id  uuid not null,
  campaign_id uuid not null references campaign (id),
  found_at    timestamptz not null,
  -- When a mail named it, or it was left out of one since it could no longer be taken.
  mailed_at   timestamptz,
  primary key (search_id, campaign_id),
  -- A campaign is told to nobody twice, however many of their searches it fits.
  constraint saved_search_match_once unique (account_id, campaign_id),
  foreign key (search_id, account_id) references saved_search (id, account_id) on delete cascade
);
create index saved_search_match_of_campaign on saved_search_match (campaign_id);
create index saved_search_match_unmailed on saved_search_match (search_id) where mailed_at is null;
