-- Nothing is added to an account that is deleted, and no campaign or application to one that is of another type by now. Deleting
-- and changing the type hold the account's row until they commit: whoever adds something at the same moment waits here for their
-- end, and is then refused.

create function account_takes_no_more() returns trigger language plpgsql as $$
declare
  v_account uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  v_type text := tg_argv[1];
  v_found record;
begin
  select deleted_at, role into v_found from account where id = v_account for key share;
  if v_found.deleted_at is not null then
    raise exception 'account % is deleted', v_account using errcode = 'AC001';
  end if;
  if v_found.role is distinct from coalesce(v_type, v_found.role) then
    raise exception 'account % is no %', v_account, v_type using errcode = 'AC001';
  end if;
  return new;
end $$;

do $$
declare
  v record;
begin
  for v in
    select * from (values
      ('sign_in_session', 'account_id', null), ('sign_in_identity', 'account_id', null),
      ('type_change_link', 'account_id', null), ('second_factor', 'account_id', null),
      ('second_factor_recovery_code', 'account_id', null), ('upload', 'owner_id', null), ('consent', 'account_id', null),
      ('payment_order', 'created_by', null), ('campaign', 'advertiser_id', 'advertiser'),
      ('application', 'marketer_id', 'marketer'), ('tracking_session', 'marketer_id', null),
      ('proof', 'marketer_id', null), ('dispute', 'opened_by', null), ('notification_choice', 'account_id', null)
    ) as t (name, col, type)
  loop
    execute format(
      'create trigger account_takes_no_more before insert on %I for each row execute function account_takes_no_more(%s)',
      v.name, concat_ws(', ', quote_literal(v.col), quote_literal(v.type)));
  end loop;
end $$;

-- One row for each person, which is written again and again: what was emptied stays so.
create trigger account_takes_no_more before insert or update on profile
  for each row execute function account_takes_no_more('account_id');
create trigger account_takes_no_more before insert or update on kyc
  for each row when (new.erased_at is null) execute function account_takes_no_more('account_id');
