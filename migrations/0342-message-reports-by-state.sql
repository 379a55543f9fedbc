-- Admins list reports by state.
create index message_report_of_state on message_report (state, created_at desc, id desc);
