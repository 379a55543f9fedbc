-- Migration 0186 assumed that a fix was inside the zone wherever a summary counted minutes. A single fix inside counts
-- none, and an inaccurate one outside counts some. The second proof of rejected work relies on it, so sessions that a
-- proof has closed are summed up again while their positions exist.
update tracking_session set summary_due = true where closed_at is not null and fixes_erased_at is null;
