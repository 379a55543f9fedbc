-- Figures belong to the post they were reported about: after another post is sent, those of the first no longer count.
alter table post_figures add column post_url text;
update post_figures f set post_url = coalesce(
  (select a.first_post_url from proof_amendment a where a.proof_id = f.proof_id and a.amended_at > f.reported_at),
  (select p.post_url from proof p where p.id = f.proof_id)
);
alter table post_figures alter column post_url set not null;

create or replace function post_figures_are_guarded() returns trigger language plpgsql as $$
begin
  if not exists (
    select from proof p join upload u on u.id = new.upload_id
    where p.id = new.proof_id and p.post_url = new.post_url and u.owner_id = p.marketer_id and u.state = 'claimed'
  ) then
    raise exception 'figures % are not of the proof''s post and its marketer''s screenshot', new.upload_id using errcode = 'PF001';
  end if;
  return new;
end $$;
