-- The transaction that creates a payout now takes its money in flight and queues the call to the wallet. An event
-- and a sweep no longer do this later. Payouts that still wait for them were never sent, and their money is in the
-- marketer's balance. The sweep payments/waiting pays these payments again.
update payout set state = 'withdrawn', ended_at = now() where state = 'queued';
update outbox set state = 'done', done_at = now()
where kind = 'payment.payout-queued' and state in ('ready', 'dead');
delete from sweep where name = 'payments/queued';

drop index payout_queued;
drop index payout_one_live;
create unique index payout_one_live on payout (payment_id)
  where state in ('submitting', 'processing', 'unclaimed', 'held', 'succeeded');
alter table payout drop constraint payout_check;
alter table payout add constraint payout_submitted check (state = 'withdrawn' or submitted_at is not null);
alter table payout drop constraint payout_state_check;
alter table payout add constraint payout_state_check check (state in (
  'withdrawn', 'submitting', 'processing', 'unclaimed', 'held', 'succeeded',
  'failed', 'returned', 'blocked', 'refunded', 'reversed'));
