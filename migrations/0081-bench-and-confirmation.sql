-- What becomes of a place between its approval and the start: who is next in line for it, and whether its holder comes.

alter table application
  -- When it was approved; stays where the place was given back later.
  add column approved_at timestamptz,
  -- Its turn on the bench of its campaign, smallest first; null where it is not on it.
  add column bench_turn integer check (bench_turn > 0),
  -- The place was freed by somebody else and given by the platform.
  add column has_moved_up boolean not null default false,
  -- Until when the marketer has to say that they come; null where nobody has asked.
  add column confirmation_due_at timestamptz,
  add column confirmed_at timestamptz;

update application set approved_at = decided_at where status = 'approved';

alter table application
  add constraint application_approved check (
    case status when 'approved' then approved_at is not null when 'withdrawn' then true else approved_at is null end
  ),
  add constraint application_benched check (bench_turn is null or status = 'pending'),
  add constraint application_moved_up check (not has_moved_up or approved_at is not null),
  add constraint application_asked check (confirmation_due_at is null or approved_at is not null),
  add constraint application_confirmed check (confirmed_at is null or confirmation_due_at is not null),
  -- One turn is one person's.
  add constraint application_bench unique (campaign_id, bench_turn);

-- Whom the sweep still has to ask, and who has not answered yet.
create index application_unasked on application (campaign_id) where status = 'approved' and confirmation_due_at is null;
create index application_unconfirmed on application (confirmation_due_at)
  where status = 'approved' and confirmation_due_at is not null and confirmed_at is null;
