-- What a marketer reports about a post, each time with a screenshot. The newest report counts.
create table post_figures (
  upload_id   uuid primary key references upload (id),
  proof_id    uuid not null references proof (id),
  views       bigint not null check (views between 0 and 10000000000),
  likes       bigint check (likes between 0 and 10000000000),
  comments    bigint check (comments between 0 and 10000000000),
  reported_at timestamptz not null
);
create index post_figures_by_proof on post_figures (proof_id, reported_at);
revoke update, delete, truncate on post_figures from promenade_app;

create function post_figures_are_guarded() returns trigger language plpgsql as $$
begin
  if not exists (
    select from proof p join upload u on u.id = new.upload_id
    where p.id = new.proof_id and p.post_url is not null and u.owner_id = p.marketer_id and u.state = 'claimed'
  ) then
    raise exception 'figures % are not of a post and its marketer''s screenshot', new.upload_id using errcode = 'PF001';
  end if;
  return new;
end $$;
create trigger post_figures_are_guarded before insert on post_figures
  for each row execute function post_figures_are_guarded();
