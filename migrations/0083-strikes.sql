-- What letting an advertiser down costs: a place given back late, or not come for. Three of them pause applying.

create table strike (
  id              uuid primary key,
  -- One for one piece of work, whatever comes together.
  application_id  uuid not null unique references application (id),
  marketer_id     uuid not null references account (id),
  kind            text not null check (kind in ('no-show', 'late-withdrawal')),
  status          text not null default 'standing' check (status in ('standing', 'appealed', 'upheld', 'lifted')),
  at              timestamptz not null,
  expires_at      timestamptz not null check (expires_at > at),
  appealed_at     timestamptz,
  -- The marketer's words; gone once they have left.
  appeal_text     text,
  decided_by      uuid references account (id),
  decided_at      timestamptz,
  decision_reason text,
  constraint strike_appealed check ((status = 'standing') = (appealed_at is null) and (appealed_at is not null or appeal_text is null)),
  constraint strike_decided check (
    num_nulls(decided_by, decided_at, decision_reason) = case when status in ('upheld', 'lifted') then 0 else 3 end
  )
);
create index strike_of_marketer on strike (marketer_id, at desc);
create index strike_waiting on strike (appealed_at, id) where status = 'appealed';
create index strike_newest on strike (at desc, id desc);
revoke delete, truncate on strike from promenade_app;

create function strike_is_guarded() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (
      select from application a where (a.id, a.marketer_id) = (new.application_id, new.marketer_id) and a.approved_at is not null
    ) then
      raise exception 'application % was never approved, or is not theirs', new.application_id using errcode = 'ST001';
    end if;
    return new;
  end if;
  if old.status in ('upheld', 'lifted')
     and (new.status, new.decided_by, new.decided_at, new.decision_reason)
       is distinct from (old.status, old.decided_by, old.decided_at, old.decision_reason) then
    raise exception 'strike % is already %', old.id, old.status using errcode = 'ST002';
  end if;
  if (new.id, new.application_id, new.marketer_id, new.kind, new.at, new.expires_at)
     is distinct from (old.id, old.application_id, old.marketer_id, old.kind, old.at, old.expires_at) then
    raise exception 'what a strike is about never changes' using errcode = 'ST003';
  end if;
  return new;
end $$;
create trigger strike_is_guarded before insert or update on strike
  for each row execute function strike_is_guarded();

-- Whether its holder came is looked at once, when the campaign's time is over. Nobody earns strikes backwards.
alter table application add column attendance_judged_at timestamptz;
update application a set attendance_judged_at = now()
  from campaign c where c.id = a.campaign_id and a.status = 'approved' and (c.status = 'completed' or c.closes_at <= now());
create index application_unjudged on application (campaign_id) where status = 'approved' and attendance_judged_at is null;
