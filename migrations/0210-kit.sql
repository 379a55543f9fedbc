-- How shirts and hats reach the marketers of a campaign. Null: the advertiser has said nothing about it.
alter table campaign
  add column kit_way text check (kit_way in ('pickup', 'shipped', 'at-start', 'own')),
  add column kit_place text check (length(kit_place) <= 300),
  add column kit_hours text check (length(kit_hours) <= 300);

-- What was noted about the kit of a place.
create table kit (
  application_id  uuid primary key references application (id),
  -- Null: the size of the profile.
  size            text check (size in ('xs', 's', 'm', 'l', 'xl', 'xxl')),
  -- Sealed with a key derived from KYC_KEY.
  address_sealed  text,
  -- Until when the address can be read; set when the parcel is first sent, and never moved later.
  address_until   timestamptz,
  handed_at       timestamptz,
  tracking_number text check (length(tracking_number) <= 100),
  received_at     timestamptz,
  returned_at     timestamptz,
  constraint kit_tracked_if_handed check (tracking_number is null or handed_at is not null),
  constraint kit_returned_if_received check (returned_at is null or received_at is not null)
);
create index kit_with_address on kit (application_id) where address_sealed is not null;
revoke delete, truncate on kit from promenade_app;
