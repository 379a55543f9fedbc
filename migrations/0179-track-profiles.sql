-- The smoothed path of a session, by which a copy with noise is found: metres east and north of its first position,
-- in turn, every 15 seconds. It shows a route, so it goes with the positions.
create table track_profile (
  session_id uuid primary key references tracking_session (id),
  city       text,
  began_at   timestamptz not null,
  spots      smallint[] not null,
  -- How well the best earlier path agrees. Null until the session has ended and was compared.
  agreement  real
);
create index track_profile_by_city on track_profile (city, began_at);
create index track_profile_uncompared on track_profile (began_at) where agreement is null;
