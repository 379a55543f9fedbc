-- As 0142 says of the other tables: nobody who has left earns a strike.

create trigger account_takes_no_more before insert on strike
  for each row execute function account_takes_no_more('marketer_id');
