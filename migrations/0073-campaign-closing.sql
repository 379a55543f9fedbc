-- Closing a campaign: from then on nobody gets a place in it, and what nobody holds goes back to its advertiser. It is
-- completed once no place is held any more.

alter table campaign add column closing_since timestamptz;
update campaign set closing_since = completed_at where status = 'completed';

alter table campaign drop constraint campaign_completed;
alter table campaign add constraint campaign_completed check (
  (status = 'completed') = (completed_at is not null) and (status <> 'completed' or closing_since is not null)
);
alter table campaign add constraint campaign_closing check (
  (closing_since is null) = (close_reason is null) and (status <> 'draft' or closing_since is null)
);

-- Closed, and not completed yet: the sweep settles them.
create index campaign_closing_active on campaign (id) where status = 'active' and closing_since is not null;

-- What goes back is computed from the places that were taken by then, so no place is taken afterwards. Places may still be
-- given back. A closing is final.
create function campaign_closing_is_final() returns trigger language plpgsql as $$
begin
  if new.closing_since is not null and new.hired > old.hired then
    raise exception 'campaign % is closing and takes nobody any more', old.id using errcode = 'CA001';
  end if;
  if old.closing_since is not null
     and (new.closing_since, new.close_reason) is distinct from (old.closing_since, old.close_reason) then
    raise exception 'campaign % has been closed since %', old.id, old.closing_since using errcode = 'CA002';
  end if;
  return new;
end $$;
create trigger campaign_closing_is_final before update on campaign
  for each row execute function campaign_closing_is_final();
