-- Identity checks. Numbers are sealed (AES-256-GCM) under the key of docs/operations.md; *_last is what a screen may show.

create table kyc (
  account_id           uuid primary key references account (id),
  status               text not null check (status in ('pending', 'approved', 'rejected')),
  rejection_reason     text,
  submitted_at         timestamptz not null,
  decided_at           timestamptz,
  decided_by           uuid references account (id),
  first_name           text not null,
  last_name            text not null,
  date_of_birth        date not null,
  phone_number         text not null,
  address              text not null,
  city                 text not null,
  state                text not null,
  zip_code             text not null,
  country              text not null,
  id_type              text not null,
  government_id_sealed text not null,
  government_id_last   text not null,
  tax_id_sealed        text not null,
  tax_id_last          text not null,
  business_name        text,
  business_address     text,
  business_tax_id_sealed text,
  business_tax_id_last text,
  business_type        text,
  business_description text,
  check ((status = 'pending') = (decided_at is null)),
  check ((status = 'rejected') = (rejection_reason is not null)),
  check ((decided_at is null) = (decided_by is null))
);
create index kyc_queue on kyc (status, submitted_at);

create table kyc_document (
  account_id   uuid not null references kyc (account_id),
  kind         text not null check (kind in ('idDocument', 'proofOfAddress', 'businessLicense')),
  storage_key  text not null,
  content_type text not null,
  size_bytes   integer not null check (size_bytes > 0),
  created_at   timestamptz not null,
  primary key (account_id, kind)
);
