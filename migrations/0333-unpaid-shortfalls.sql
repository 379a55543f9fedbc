-- Admins see unpaid work that waits for its business, and work for which the business has not paid in time.
create index shortfall_unpaid on shortfall (opened_at, payment_id) where state in ('open', 'given-up');
