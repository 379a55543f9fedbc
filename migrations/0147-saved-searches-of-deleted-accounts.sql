-- As 0142 says of the other tables: only marketers keep searches, and nobody who has left.

create trigger account_takes_no_more before insert on saved_search
  for each row execute function account_takes_no_more('account_id', 'marketer');
