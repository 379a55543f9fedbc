-- The marketplace lists campaigns on a platform that few campaigns have.
create index campaign_platform on campaign (social_platform) where status <> 'draft' and social_platform is not null;
-- The tasks of a business contain its drafts that start soon.
create index campaign_draft_of_advertiser on campaign (advertiser_id, start_time) where status = 'draft' and is_complete;
