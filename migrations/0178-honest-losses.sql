alter table tracking_session
  -- How far the phone's clock is behind ours. Negative if it is ahead.
  add column clock_offset_ms bigint not null default 0,
  -- The browser that tracks, as it names itself. Null for sessions that began before this column.
  add column device_id uuid;

alter table tracking_session drop constraint tracking_session_end_reason_check;
alter table tracking_session add constraint tracking_session_end_reason_check
  check (end_reason in ('stopped', 'window-closed', 'silence', 'consent-withdrawn', 'suspended', 'taken-over'));
