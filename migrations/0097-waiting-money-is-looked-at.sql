-- Money that was captured and is not yet where it belongs is found by when it is to be looked at again: where that is unknown nobody
-- would ever send it on or back.

update payment_order set look_at = captured_at where state in ('captured', 'surplus') and look_at is null;
alter table payment_order add constraint payment_order_waiting_looked_at check (
  state not in ('captured', 'surplus') or look_at is not null
);
