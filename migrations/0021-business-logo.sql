-- A business has a picture of its own, beside the person's.
alter table upload
  drop constraint upload_purpose_check,
  add constraint upload_purpose_check
    check (purpose in ('proof', 'brand-asset', 'profile-photo', 'business-logo'));
