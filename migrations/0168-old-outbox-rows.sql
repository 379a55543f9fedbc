-- Outbox rows are deleted 30 days after they are done.
create index outbox_done on outbox (done_at) where state = 'done';
