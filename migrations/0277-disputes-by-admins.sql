-- An admin may open a dispute over an approval for the advertiser. Both sides see that.

alter table dispute add column is_by_admin boolean not null default false;
alter table dispute add constraint dispute_is_by_admin_check check (not is_by_admin or side = 'advertiser');

-- Ended disputes cannot change, so the trigger is off for this update.
alter table dispute disable trigger dispute_is_guarded;
update dispute d set is_by_admin = true
where d.side = 'advertiser' and exists (
  select from audit_entry a
  where a.object_kind = 'dispute' and a.object_id = d.id::text and a.action = 'dispute.opened' and a.actor_role = 'admin'
);
alter table dispute enable trigger dispute_is_guarded;

create or replace function dispute_is_guarded() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' then
      raise exception 'a dispute begins open' using errcode = 'DI001';
    end if;
    if not exists (
      select from proof p join campaign c on c.id = p.campaign_id
      where (p.id, p.application_id, p.campaign_id) = (new.proof_id, new.application_id, new.campaign_id)
        and case new.side
          when 'marketer' then p.marketer_id = new.opened_by and p.status = 'rejected' and c.pay_cents = new.pay_cents
          else p.marketer_id <> new.opened_by and p.status = 'approved' and exists (
            select from payment m where m.source_id = p.id and m.dispute_id = new.id and m.amount_cents = new.pay_cents)
        end
    ) then
      raise exception 'proof % is not one that this side may dispute', new.proof_id using errcode = 'DI002';
    end if;
    return new;
  end if;
  if old.award_cents is not null then
    raise exception 'dispute % is already %', old.id, old.state using errcode = 'DI001';
  end if;
  if (new.id, new.proof_id, new.application_id, new.campaign_id, new.opened_by, new.reason, new.opened_at,
      new.side, new.pay_cents, new.is_by_admin)
     <> (old.id, old.proof_id, old.application_id, old.campaign_id, old.opened_by, old.reason, old.opened_at,
      old.side, old.pay_cents, old.is_by_admin) then
    raise exception 'what a dispute is about never changes' using errcode = 'DI001';
  end if;
  return new;
end $$;
