-- What a person says about themselves, and what they agreed to.

create table profile (
  account_id           uuid primary key references account (id),
  first_name           text,
  last_name            text,
  phone_number         text,
  date_of_birth        date,
  gender               text check (gender in ('male', 'female', 'other', 'prefer_not_to_say')),
  clothing_size        text check (clothing_size in ('xs', 's', 'm', 'l', 'xl', 'xxl')),
  address              text,
  city                 text,
  state                text,
  zip_code             text,
  country              text,
  latitude             double precision check (latitude between -90 and 90),
  longitude            double precision check (longitude between -180 and 180),
  image_upload_id      uuid,
  wallet_email         text check (wallet_email = lower(wallet_email)),
  wallet_email_set_at  timestamptz,
  -- The first address is used at once; one that replaces another waits (decisions.md 7.6).
  wallet_email_changed boolean not null default false,
  business_name        text,
  business_email       text,
  business_website     text,
  business_address     text,
  business_type        text,
  business_description text,
  age_verified_at      timestamptz,
  terms_accepted_at    timestamptz,
  privacy_accepted_at  timestamptz,
  location_consent_at  timestamptz,
  updated_at           timestamptz not null,
  check ((wallet_email is null) = (wallet_email_set_at is null))
);

-- Every consent given or withdrawn, with the version of the text; rows are only ever added.
create table consent (
  id           uuid primary key,
  account_id   uuid not null references account (id),
  kind         text not null check (kind in ('age', 'terms', 'privacy', 'location')),
  is_given     boolean not null,
  text_version text not null,
  user_agent   text,
  at           timestamptz not null
);
create index consent_of_account on consent (account_id, at);
revoke update, delete, truncate on consent from promenade_app;
