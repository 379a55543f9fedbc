-- Deleting an account finds what everybody was told about one's work, by the fact that it tells of.
create index notification_of_fact on notification (ref text_pattern_ops);
