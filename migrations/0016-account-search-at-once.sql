-- Else every search of people would also read the list of what was added lately: 5 ms instead of 0.1 for a rare name among 100,000.
-- Where the server offers no trigrams there is no such index (0015), and somebody else may have made it.
do $$
begin
  if to_regclass('account_search') is null then return; end if;
  alter index account_search set (fastupdate = off);
  perform gin_clean_pending_list('account_search'::regclass);
exception
  when insufficient_privilege then
    raise notice 'account_search keeps its list of what was added lately: %', sqlerrm;
end $$;
