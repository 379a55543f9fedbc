-- Neither is added to an account that is deleted. A request that waited for the deletion may have left a row.
delete from push_subscription where account_id in (select id from account where deleted_at is not null);
delete from notification_schedule where account_id in (select id from account where deleted_at is not null);
create trigger account_takes_no_more before insert on push_subscription
  for each row execute function account_takes_no_more('account_id');
create trigger account_takes_no_more before insert on notification_schedule
  for each row execute function account_takes_no_more('account_id');
