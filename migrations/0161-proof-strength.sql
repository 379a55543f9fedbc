-- How much of what the campaign asked for a proof shows. Weak proofs are never approved by silence: after the review
-- time an administrator decides.
alter table proof add column strength text not null default 'ordinary' check (strength in ('weak', 'ordinary', 'strong'));
update proof p set strength = 'weak'
from campaign c
where c.id = p.campaign_id and p.status = 'pending' and c.campaign_type = 'wearable' and (
  p.presence -> 'signals' @> '[{"weight": "high"}]'
  or (c.requires_location_check or p.presence is not null)
    and coalesce((p.presence ->> 'minutesInside')::numeric, 0) < c.duration_minutes / 2.0);
alter table proof add constraint proof_weak_is_decided_by_a_person check (
  strength <> 'weak' or status <> 'approved' or decided_by is not null);
create index proof_weak_due on proof (review_due_at, id) where status = 'pending' and strength = 'weak';
