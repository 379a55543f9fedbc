-- Notifications are deleted after 12 months, and sign-in sessions 90 days after their end.
create index notification_by_time on notification (created_at);
create index sign_in_session_by_time on sign_in_session (created_at);
