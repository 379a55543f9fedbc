-- Users see how long the last identity checks took.
create index kyc_decided on kyc (decided_at) where decided_at is not null;
