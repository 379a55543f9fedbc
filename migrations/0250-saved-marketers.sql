-- The marketers that a business (its owner's account) saved to find them again. Deleting an account deletes its
-- listing, and with it these rows.

create table saved_marketer (
  advertiser_id uuid not null references account (id),
  listing_id    uuid not null references marketer_listing (id) on delete cascade,
  saved_at      timestamptz not null,
  primary key (advertiser_id, listing_id)
);
create index saved_marketer_listing on saved_marketer (listing_id);

create trigger account_takes_no_more before insert on saved_marketer
  for each row execute function account_takes_no_more('advertiser_id', 'advertiser');
