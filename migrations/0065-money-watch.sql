-- What an administrator watches: the wallet's books beside ours, and money that stands still.

-- The transaction that the wallet's report shows for a payout.
alter table payout add column provider_transaction_id text unique;

-- How far the wallet's balance may lie below or above ours when it was compared, because something was on its way.
alter table reconciliation add column way_out_cents bigint check (way_out_cents >= 0);
alter table reconciliation add column way_in_cents bigint check (way_in_cents >= 0);
-- Nothing of a run that was not finished is told as if it had been.
alter table reconciliation add constraint reconciliation_finished check (
  finished_at is null or problem is not null or (ours_cents is not null and theirs_cents is not null));

-- Entries are only ever added, later ones at later moments: a few pages of index for any number of rows.
create index txn_in_time on ledger.txn using brin (occurred_at);

-- One for each way in which money stands still, in the order in which it is shown: the oldest first.
create index payout_in_flight on payout (submitted_at, id) where state in ('submitting', 'processing', 'unclaimed', 'held');
create index payout_contradicted on payout (ended_at, id) where last_issue = 'PAID_AFTER_RETURN';
create index payment_failed on payment (failed_at, id) where status = 'failed';
create index refund_unanswered on refund (created_at, id) where state in ('submitting', 'pending');
create index refund_undone on refund (ended_at, id) where state in ('failed', 'cancelled');
create index payment_order_in_doubt on payment_order (capture_sent_at, id) where state in ('capturing', 'pending');
create index chargeback_open on chargeback (opened_at, id) where state = 'open';
create index outbox_payment_stuck on outbox (created_at, id)
  where state in ('unknown', 'dead') and starts_with(kind, 'payment.');

drop index webhook_event_newest;
create index webhook_event_newest on webhook_event (received_at desc, id desc);
create index webhook_event_of_type on webhook_event (event_type, received_at desc, id desc);
