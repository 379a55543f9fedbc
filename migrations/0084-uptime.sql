-- When the server was up, a row for each time without a pause: what lies between two rows is an outage of ours, in which nobody
-- could begin to work. Nobody earns a strike for what an outage kept them from.

create table uptime (
  started_at timestamptz primary key,
  -- When it was last seen to work; every minute while it does.
  seen_at    timestamptz not null check (seen_at >= started_at)
);
revoke delete, truncate on uptime from promenade_app;
