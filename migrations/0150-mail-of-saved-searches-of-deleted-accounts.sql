-- As 0142 says of the other tables.

create trigger account_takes_no_more before insert on saved_search_mail
  for each row execute function account_takes_no_more('account_id', 'marketer');
