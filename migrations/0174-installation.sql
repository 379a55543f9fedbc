-- Each lane of effects claims its own kinds, so the due rows of one lane must not be in the way of another. Beside an
-- index of all effects by time, the planner would walk that one.
drop index outbox_due;
create index outbox_events on outbox (next_at, id) where form = 'event' and state = 'ready';
create index outbox_lane on outbox (kind, next_at, id)
  where form = 'effect' and state in ('ready', 'sent', 'unknown');

-- Facts about this installation as a whole: one row.
create table installation (
  id boolean primary key default true check (id),
  -- Derived from SECRET_KEY at the first start. Another key would move every published position.
  secret_key_check text,
  -- Since when the database is a restored copy, and the time of its backup. Until an admin ends this, no payout and
  -- refund is sent: the wallet may have made payments since the backup that this database does not know.
  restored_at timestamptz,
  backup_taken_at timestamptz,
  check ((restored_at is null) = (backup_taken_at is null))
);
insert into installation default values;
revoke insert, delete on installation from promenade_app;
