-- What each side of a piece of work says about the other, once it was paid or its dispute was decided.
create table rating (
  id             uuid primary key,
  application_id uuid not null references application (id),
  -- The side that wrote it.
  author_side    text not null check (author_side in ('marketer', 'advertiser')),
  author_id      uuid not null references account (id),
  rated_id       uuid not null references account (id),
  stars          smallint not null check (stars between 1 and 5),
  ticks          text[] not null check (case author_side
                   when 'marketer' then ticks <@ array['clear-brief', 'ready-on-time', 'would-work-again']
                   else ticks <@ array['on-time', 'followed-brief', 'would-hire-again'] end),
  text           text not null check (length(text) <= 1000),
  sent_at        timestamptz not null,
  -- From this time on everyone may read it. The second rating of a pair publishes both at once.
  published_at   timestamptz not null check (published_at >= sent_at),
  -- When the rated side was told that it is public.
  announced_at   timestamptz,
  reply          text check (length(reply) between 1 and 1000),
  replied_by     uuid references account (id),
  replied_at     timestamptz,
  is_text_hidden  boolean not null default false,
  is_reply_hidden boolean not null default false,
  constraint rating_once unique (application_id, author_side),
  constraint rating_of_the_other check (author_id <> rated_id),
  constraint rating_reply check (num_nulls(reply, replied_by, replied_at) in (0, 3)),
  constraint rating_reply_hidden check (reply is not null or not is_reply_hidden)
);
create index rating_by_rated on rating (rated_id, published_at) include (stars);
create index rating_by_author on rating (author_id);
create index rating_newest on rating (sent_at desc, id desc);
create index rating_unannounced on rating (published_at) where announced_at is null;
revoke delete, truncate on rating from promenade_app;

create function rating_is_guarded() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (
      select from application a join campaign c on c.id = a.campaign_id
      where a.id = new.application_id
        and new.rated_id = case new.author_side when 'marketer' then c.advertiser_id else a.marketer_id end
        and (new.author_side = 'advertiser' or new.author_id = a.marketer_id)
    ) then
      raise exception 'rating % is not about the other side of its work', new.id using errcode = 'RA001';
    end if;
    if not exists (
      select from proof p join payment m on m.source_id = p.id
      where p.application_id = new.application_id and m.completed_at is not null
      union all
      select from dispute d where d.application_id = new.application_id and d.decided_at is not null
    ) then
      raise exception 'the work of rating % is neither paid nor decided', new.id using errcode = 'RA002';
    end if;
    return new;
  end if;
  if (new.id, new.application_id, new.author_side, new.author_id, new.rated_id, new.sent_at)
     <> (old.id, old.application_id, old.author_side, old.author_id, old.rated_id, old.sent_at)
     or new.published_at > old.published_at then
    raise exception 'what rating % is about never changes', old.id using errcode = 'RA003';
  end if;
  if (new.stars, new.ticks, new.text) <> (old.stars, old.ticks, old.text) and exists (
    select from rating r where r.application_id = old.application_id and r.id <> old.id
  ) then
    raise exception 'rating % is public', old.id using errcode = 'RA004';
  end if;
  if old.reply is not null and new.reply is distinct from old.reply then
    raise exception 'rating % was replied to', old.id using errcode = 'RA005';
  end if;
  return new;
end $$;
create trigger rating_is_guarded before insert or update on rating
  for each row execute function rating_is_guarded();

-- Averages are computed from the ratings, because these become public by time.
alter table marketer_listing drop column rating;
