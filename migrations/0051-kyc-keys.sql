-- Identities under a key of each person's own: deleting that key erases whatever it sealed, wherever a copy of it lies.

create table kyc_key (
  account_id uuid primary key references kyc (account_id),
  -- Part of what everything sealed under this key is bound to. 1 is the time before: sealed under KYC_KEY itself.
  version    integer not null check (version > 1),
  -- The person's key, itself sealed under a key derived from KYC_KEY.
  wrapped    text not null,
  -- Which KYC_KEY that was: the beginning of a digest, which gives nothing of it away.
  master     text not null check (master ~ '^[0-9a-f]{16}$'),
  created_at timestamptz not null
);
create index kyc_key_master on kyc_key (master);

alter table kyc
  -- Which key has sealed this row's numbers; the rows from before are sealed anew by a sweep.
  add column key_version integer not null default 1 check (key_version >= 1),
  -- Keyed digests: equal numbers have equal ones, and nobody finds a number by its digest without KYC_KEY.
  add column government_id_index text,
  add column tax_id_index text,
  add column business_tax_id_index text,
  add column erased_at timestamptz,
  alter column first_name drop not null,
  alter column last_name drop not null,
  alter column date_of_birth drop not null,
  alter column phone_number drop not null,
  alter column address drop not null,
  alter column city drop not null,
  alter column state drop not null,
  alter column zip_code drop not null,
  alter column country drop not null,
  alter column id_type drop not null,
  alter column government_id_sealed drop not null,
  alter column government_id_last drop not null,
  alter column tax_id_sealed drop not null,
  alter column tax_id_last drop not null,
  -- (status = 'rejected') = (rejection_reason is not null): of somebody erased the reason goes as well.
  drop constraint kyc_check1,
  add constraint kyc_rejection_says_why check (
    erased_at is not null or (status = 'rejected') = (rejection_reason is not null)
  ),
  add constraint kyc_is_whole check (
    erased_at is not null or num_nulls(
      first_name, last_name, date_of_birth, phone_number, address, city, state, zip_code, country, id_type,
      government_id_sealed, government_id_last, tax_id_sealed, tax_id_last
    ) = 0
  ),
  -- That there was a decision, and when, stays; nothing about the person does.
  add constraint kyc_is_erased check (
    erased_at is null or num_nonnulls(
      rejection_reason, first_name, last_name, date_of_birth, phone_number, address, city, state, zip_code, country,
      id_type, government_id_sealed, government_id_last, government_id_index, tax_id_sealed, tax_id_last, tax_id_index,
      business_name, business_address, business_tax_id_sealed, business_tax_id_last, business_tax_id_index,
      business_type, business_description
    ) = 0
  );

create index kyc_government_id on kyc (government_id_index) where government_id_index is not null;
create index kyc_tax_id on kyc (tax_id_index) where tax_id_index is not null;
create index kyc_business_tax_id on kyc (business_tax_id_index) where business_tax_id_index is not null;

-- Page by page, those waiting longest first.
drop index kyc_queue;
create index kyc_queue on kyc (status, submitted_at, account_id) where erased_at is null;

alter table kyc_document
  add column key_version integer not null default 1 check (key_version >= 1),
  -- What a browser is told that it is, so nothing else may ever stand here.
  add constraint kyc_document_content_type check (
    content_type in ('image/png', 'image/jpeg', 'image/webp', 'application/pdf')
  );
