-- Which uploaded files are a campaign's artwork: who may see the campaign may see them.

create table campaign_asset (
  upload_id   uuid primary key,
  campaign_id uuid not null references campaign (id)
);
create index campaign_asset_of_campaign on campaign_asset (campaign_id);
