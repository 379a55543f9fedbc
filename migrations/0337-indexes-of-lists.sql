-- The marketplace lists campaigns on a platform that few campaigns have.
create index campaign_platform on campaign (social_platform) where status <> 'draft' and social_platform is not null;
-- The tasks of a business contain its drafts that start soon.
create index campaign_draft_of_advertiser on campaign (advertiser_id, start_time) where status = 'draft' and is_complete;
-- A dashboard counts the marketers whom a business hired.
create index application_approved_of_campaign on application (campaign_id) include (marketer_id) where status = 'approved';
-- Admins list the approved work whose pay a dispute can still hold.
create index payment_holdable on payment (created_at desc, source_id desc)
  where status in ('pending', 'failed') and not is_short;
-- Admins list reports and strikes by state.
create index message_report_of_state on message_report (state, created_at desc, id desc);
create index strike_of_status on strike (status, at desc, id desc);
