-- How many positions a session has kept: counting them at every sending of a long one would cost more than keeping them.
alter table tracking_session add column fixes_kept integer not null default 0 check (fixes_kept >= 0);
-- And the longest silence counts from a session's start to its end from now on, as the gaps of its track do.
update tracking_session s
   set fixes_kept = (select count(*) from location_fix fix where fix.session_id = s.id),
       summary_due = s.summary_due or (s.status = 'ended' and s.fixes_erased_at is null);
