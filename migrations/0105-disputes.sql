-- Disputes of rejected proofs. An administrator decides each once; an upheld one is the only way from rejected to approved.

create table dispute (
  id             uuid primary key,
  proof_id       uuid not null unique references proof (id),
  -- A piece of work is disputed once, whichever of its proofs it is about.
  application_id uuid not null unique references application (id),
  campaign_id    uuid not null references campaign (id),
  opened_by      uuid not null references account (id),
  reason         text not null,
  state          text not null default 'open' check (state in ('open', 'upheld', 'rejected')),
  decided_by     uuid references account (id),
  decided_at     timestamptz,
  note           text,
  opened_at      timestamptz not null,
  constraint dispute_decided check (num_nulls(decided_by, decided_at, note) = case when state = 'open' then 3 else 0 end)
);
create index dispute_of_campaign on dispute (campaign_id);
create index dispute_newest on dispute (opened_at desc, id desc);
revoke delete, truncate on dispute from promenade_app;

create function dispute_is_guarded() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' then
      raise exception 'a dispute begins open' using errcode = 'DI001';
    end if;
    if not exists (
      select from proof p
      where (p.id, p.application_id, p.campaign_id, p.marketer_id)
        = (new.proof_id, new.application_id, new.campaign_id, new.opened_by) and p.status = 'rejected'
    ) then
      raise exception 'proof % is not rejected, or not theirs', new.proof_id using errcode = 'DI002';
    end if;
    return new;
  end if;
  if old.state <> 'open' then
    raise exception 'dispute % is already %', old.id, old.state using errcode = 'DI001';
  end if;
  if (new.id, new.proof_id, new.application_id, new.campaign_id, new.opened_by, new.reason, new.opened_at)
     <> (old.id, old.proof_id, old.application_id, old.campaign_id, old.opened_by, old.reason, old.opened_at) then
    raise exception 'what a dispute is about never changes' using errcode = 'DI001';
  end if;
  return new;
end $$;
create trigger dispute_is_guarded before insert or update on dispute
  for each row execute function dispute_is_guarded();

create or replace function proof_decision_is_final() returns trigger language plpgsql as $$
begin
  if old.status = 'pending' or new.status = old.status then
    return new;
  end if;
  if old.status = 'rejected' and new.status = 'approved'
     and exists (select from dispute d where d.proof_id = old.id and d.state = 'upheld') then
    return new;
  end if;
  raise exception 'proof % is already %', old.id, old.status using errcode = 'PR001';
end $$;

-- Asked at commit, so that approving and paying may come one after another: nothing is approved that is not paid.
create function proof_approved_is_paid() returns trigger language plpgsql as $$
begin
  if not exists (
    select from payment p
    where (p.source_id, p.purpose_id, p.marketer_id) = (new.id, new.campaign_id, new.marketer_id)
  ) then
    raise exception 'proof % is approved and not paid', new.id using errcode = 'PR002';
  end if;
  return null;
end $$;
create constraint trigger proof_approved_is_paid after insert or update of status on proof
  deferrable initially deferred for each row when (new.status = 'approved')
  execute function proof_approved_is_paid();

-- Nor is what was approved ever taken to be about somebody or something else.
create function proof_is_about_one_work() returns trigger language plpgsql as $$
begin
  raise exception 'what a proof is about never changes' using errcode = 'PR003';
end $$;
create trigger proof_is_about_one_work before update on proof
  for each row when (
    (new.id, new.campaign_id, new.application_id, new.marketer_id)
      is distinct from (old.id, old.campaign_id, old.application_id, old.marketer_id)
  )
  execute function proof_is_about_one_work();
