-- The corners of a drawn area (src/campaigns/area-contract.ts). Place and radius are then the circle around it.
alter table campaign
  add column corners jsonb,
  add constraint campaign_corners check (
    corners is null
    or (lat is not null and jsonb_typeof(corners) = 'array' and jsonb_array_length(corners) between 3 and 30));
