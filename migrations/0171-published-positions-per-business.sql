-- Positions are published with one offset per marketer and business, so what older offsets gave is removed.

alter table tracking_session
  -- Shown on live screens instead of the id, which a proof connects with a name.
  add column alias uuid not null default gen_random_uuid() unique,
  -- Set at the start: the business recently measured this marketer in another zone nearby, so until the proof is sent it
  -- only learns whether the point that it may believe is inside.
  add column is_zone_approximate boolean not null default false;

delete from presence_cell;
delete from live_position;
update tracking_session set summary_due = true where status = 'ended' and fixes_erased_at is null and not summary_due;
