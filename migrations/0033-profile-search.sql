-- An account is found by its person's and its business's name too (0015): they are copied there with every change.

create function profile_names_are_searched() returns trigger language plpgsql as $$
declare
  known text := '';
  whose uuid := case tg_op when 'DELETE' then old.account_id else new.account_id end;
begin
  if tg_op <> 'DELETE' then
    known := concat_ws(' ', nullif(new.first_name, ''), nullif(new.last_name, ''), nullif(new.business_name, ''));
  end if;
  update account set names = known where id = whose and names is distinct from known;
  return null;
end $$;
create trigger profile_names_are_searched after insert or delete or update of first_name, last_name, business_name on profile
  for each row execute function profile_names_are_searched();

update account a
  set names = concat_ws(' ', nullif(p.first_name, ''), nullif(p.last_name, ''), nullif(p.business_name, ''))
  from profile p where p.account_id = a.id;
