-- A session's place among those of its application, which has at most 100. Null in sessions beyond the limit that began
-- before it.
alter table tracking_session add column number smallint
  constraint tracking_session_number_check check (number between 1 and 100);
-- Summaries are computed again where a proof may still come, for the columns below.
update tracking_session s
set number = case when numbered.number <= 100 then numbered.number end,
    summary_due = summary_due or (status = 'ended' and closed_at is null and fixes_erased_at is null)
from (
  select id, row_number() over (partition by application_id order by started_at, id) as number from tracking_session
) numbered
where numbered.id = s.id;
create unique index tracking_session_number on tracking_session (application_id, number);
drop index tracking_session_of_application;

-- What a proof sums up besides the presence: how long the session was tracked, and whether a fix was inside the zone.
alter table session_summary
  add column length_ms bigint not null default 0,
  add column was_in_zone boolean not null default false;
update session_summary
set length_ms = greatest(0, extract(epoch from
      case when s.end_reason = 'silence' then s.last_heard_at else coalesce(s.ended_at, s.last_heard_at) end
      - s.started_at) * 1000),
    was_in_zone = (presence ->> 'minutesInside')::float8 > 0
from tracking_session s where s.id = session_id;
alter table session_summary alter column length_ms drop default, alter column was_in_zone drop default;

-- When a track arrived, as late as its latest part. Of two equal ones, the later is the copy, whenever it claims to have
-- begun.
alter table track_profile add column arrived_at timestamptz;
update track_profile set arrived_at = began_at;
alter table track_profile alter column arrived_at set not null;
drop index track_profile_by_city;
create index track_profile_by_city on track_profile (city, arrived_at);
alter table track_shape add column arrived_at timestamptz;
update track_shape set arrived_at = s.started_at from tracking_session s where s.id = session_id;
alter table track_shape alter column arrived_at set not null;
