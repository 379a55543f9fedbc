-- What several of somebody's searches have found belongs to each of them: where the first is deleted, changed or told to be silent before
-- the day's mail, the others still tell of it. It is told once all the same: the campaign's lock is around the only insert, whose bell rings
-- for those who had no row of it before, and one mail takes all of their rows.

alter table saved_search_match drop constraint saved_search_match_once;
create index saved_search_match_of_account on saved_search_match (account_id);
