-- The server looks at posts first where the platform answers programs (decision 65).
alter table post_check
  add column looker text not null default 'business' check (looker in ('server', 'business')),
  -- When the server's question was queued. It is asked once for each time when the look is due.
  add column asked_at timestamptz,
  -- What the platform answered.
  add column seen text check (seen in ('live', 'other-account', 'missing', 'hidden', 'unclear', 'no-answer')),
  add column seen_at timestamptz;

alter table post_check
  add constraint post_check_seen_at_check check ((seen is null) = (seen_at is null)),
  add constraint post_check_asked_by_server_check check (
    (asked_at is null or looker = 'server') and (seen is null or asked_at is not null)),
  -- The server alone can only find that a post is still there. All else is a person's decision.
  drop constraint post_check_check1,
  add constraint post_check_decided_by_check check (
    case when checked_at is null then checked_by is null
    else checked_by is not null or (state = 'live' and seen is not distinct from 'live') end);

create index post_check_to_ask on post_check (due_at)
  where state = 'due' and looker = 'server' and asked_at is null;
