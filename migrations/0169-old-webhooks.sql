-- Webhooks lose their contents after 30 days and are deleted after 180, once they are handled.
grant delete on webhook_event to promenade_app;
create index webhook_event_with_contents on webhook_event (received_at) where handled_at is not null and length(raw) > 0;
