-- A form that is sent again because its answer was lost makes no second campaign: its browser names it by a key.
alter table campaign add column submission_key text check (length(submission_key) between 16 and 64);
create unique index campaign_made_once on campaign (advertiser_id, submission_key) where submission_key is not null;
