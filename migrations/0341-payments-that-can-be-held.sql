-- Admins list the approved work whose pay a dispute can still hold.
create index payment_holdable on payment (created_at desc, source_id desc)
  where status in ('pending', 'failed') and not is_short;
