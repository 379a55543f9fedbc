-- A refund that failed is sent again at most once, as a new attempt that names it: nobody gets the same rest twice.
alter table refund add column retry_of uuid unique references refund (id);

-- An order that was closed is looked at once more, since a late attempt may have taken its payer's money all the same;
-- null: never again.
alter table payment_order alter column look_at drop not null;
drop index payment_order_to_look_at;
create index payment_order_to_look_at on payment_order (look_at)
  where state in ('creating', 'open', 'capturing', 'pending', 'closed');
