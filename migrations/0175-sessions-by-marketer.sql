-- Each start reads the marketer's recent sessions for the business, and each proof the fixes next to it. Without
-- this index both go through the campaigns.
create index tracking_session_by_marketer on tracking_session (marketer_id, started_at);
