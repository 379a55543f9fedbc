alter table tracking_session drop constraint tracking_session_end_reason_check;
alter table tracking_session add constraint tracking_session_end_reason_check
  check (end_reason in ('stopped', 'window-closed', 'silence', 'consent-withdrawn', 'suspended'));
