-- A place that the platform took back because nobody had confirmed is told from one that its holder gave back, also where both
-- could have happened in the same minute.

alter table application add column has_lapsed boolean not null default false;
update application set has_lapsed = true
  where status = 'withdrawn' and confirmed_at is null and decided_at >= confirmation_due_at and reason = 'Not confirmed in time';
alter table application add constraint application_lapsed check (
  not has_lapsed or (status = 'withdrawn' and confirmation_due_at is not null and confirmed_at is null)
);
