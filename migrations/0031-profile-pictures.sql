-- The business's logo, and since when the coordinates are those that the person's own device measured.
alter table profile
  add column logo_upload_id uuid,
  add column gps_verified_at timestamptz;

-- Half a position is none, and until now every position counted as measured.
update profile set latitude = null, longitude = null where latitude is null or longitude is null;
update profile set gps_verified_at = updated_at where latitude is not null;

alter table profile
  add constraint profile_position_is_whole check ((latitude is null) = (longitude is null)),
  add constraint profile_verified_position check (gps_verified_at is null or latitude is not null);
