-- A dashboard counts the marketers whom a business hired.
create index application_approved_of_campaign on application (campaign_id) include (marketer_id) where status = 'approved';
