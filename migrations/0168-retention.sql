-- Outbox rows are deleted 30 days after they are done.
create index outbox_done on outbox (done_at) where state = 'done';

-- Webhooks lose their contents after 30 days and are deleted after 180, once they are handled.
create index webhook_event_with_contents on webhook_event (received_at) where handled_at is not null and length(raw) > 0;

-- The application cannot delete webhooks itself: a webhook that was not handled stays.
create function delete_old_webhooks(p_received_until timestamptz, p_limit integer) returns setof text
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from public.webhook_event where id in (
    select id from public.webhook_event
    where received_at <= p_received_until and handled_at is not null
    order by received_at limit p_limit for update skip locked)
  returning id
$$;
revoke all on function delete_old_webhooks(timestamptz, integer) from public;
grant execute on function delete_old_webhooks(timestamptz, integer) to promenade_app;

-- Notifications are deleted after 12 months, and sign-in sessions 90 days after their end.
create index notification_by_time on notification (created_at);
create index sign_in_session_by_time on sign_in_session (created_at);
