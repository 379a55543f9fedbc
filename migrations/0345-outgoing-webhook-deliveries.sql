create table outgoing_webhook_delivery (
  -- The webhook-id of every call, also of repetitions.
  id           uuid primary key,
  webhook_id   uuid not null references outgoing_webhook (id) on delete cascade,
  type         text not null,
  body         text not null,
  state        text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  -- Failed calls since the event, or since the last replay.
  attempts     integer not null default 0,
  -- Identifies the next call in the outbox. An earlier one that is still there is dropped.
  turn         integer not null default 0,
  next_at      timestamptz,
  last_at      timestamptz,
  last_status  integer,
  last_ms      integer,
  last_problem text,
  created_at   timestamptz not null,
  check ((state = 'waiting') = (next_at is not null))
);
create index outgoing_webhook_delivery_of_webhook on outgoing_webhook_delivery (webhook_id, created_at desc, id desc);
create index outgoing_webhook_delivery_due on outgoing_webhook_delivery (next_at) where state = 'waiting';
create index outgoing_webhook_delivery_ended on outgoing_webhook_delivery (created_at) where state <> 'waiting';
