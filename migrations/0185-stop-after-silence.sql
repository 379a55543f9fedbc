-- When the marketer stopped, or was suspended, although silence had ended the session before. Nothing measured later is
-- taken.
alter table tracking_session add column stopped_at timestamptz;
alter table tracking_session add constraint tracking_session_stopped_after_silence
  check (stopped_at is null or end_reason = 'silence');
