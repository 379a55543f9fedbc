-- Who works for an advertiser's business beside its owner, and who was asked to. The business is the owner's account.

create table team_member (
  owner_id  uuid not null references account (id),
  member_id uuid not null references account (id),
  role      text not null check (role in ('viewer', 'manager')),
  joined_at timestamptz not null,
  primary key (owner_id, member_id),
  constraint team_member_is_another check (owner_id <> member_id)
);
create index team_member_of on team_member (member_id);

create table team_invitation (
  id          uuid primary key,
  owner_id    uuid not null references account (id),
  -- Whether anybody has an account of this address is nothing that the inviter learns.
  email       text not null check (email = lower(email)),
  role        text not null check (role in ('viewer', 'manager')),
  token_hash  text not null unique,
  invited_at  timestamptz not null,
  sent_at     timestamptz not null,
  expires_at  timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references account (id),
  revoked_at  timestamptz,
  constraint team_invitation_ends_once check (num_nonnulls(accepted_at, revoked_at) <= 1),
  constraint team_invitation_accepted check (num_nulls(accepted_at, accepted_by) in (0, 2))
);
-- Asked again while an invitation is open, somebody gets that one anew.
create unique index team_invitation_open on team_invitation (owner_id, email)
  where accepted_at is null and revoked_at is null;
create index team_invitation_of on team_invitation (owner_id, invited_at desc);
create index team_invitation_to on team_invitation (email);

create function team_invitation_is_guarded() returns trigger language plpgsql as $$
begin
  if num_nonnulls(old.accepted_at, old.revoked_at) > 0 then
    raise exception 'invitation % is over', old.id using errcode = 'TM001';
  end if;
  if (new.id, new.owner_id, new.email, new.invited_at) <> (old.id, old.owner_id, old.email, old.invited_at) then
    raise exception 'who invites whom never changes' using errcode = 'TM001';
  end if;
  return new;
end $$;
create trigger team_invitation_is_guarded before update on team_invitation
  for each row execute function team_invitation_is_guarded();

-- Nobody comes into a team of, or as, an account that is deleted or no advertiser by now. Deleting and changing the type hold the
-- account's row until they commit: whoever adds something at the same moment waits here for their end (the form of 0142).
create function team_is_of_advertisers() returns trigger language plpgsql as $$
declare
  v_column text;
  v_account uuid;
  v_found record;
begin
  foreach v_column in array tg_argv loop
    v_account := (to_jsonb(new) ->> v_column)::uuid;
    select deleted_at, role into v_found from account where id = v_account for key share;
    if v_found.deleted_at is not null or v_found.role is distinct from 'advertiser' then
      raise exception 'account % is deleted or no advertiser', v_account using errcode = 'AC001';
    end if;
  end loop;
  return new;
end $$;
create trigger team_is_of_advertisers before insert on team_member
  for each row execute function team_is_of_advertisers('owner_id', 'member_id');
create trigger team_is_of_advertisers before insert on team_invitation
  for each row execute function team_is_of_advertisers('owner_id');
