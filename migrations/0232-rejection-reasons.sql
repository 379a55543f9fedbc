-- Why a proof was rejected. Null for rejections of earlier releases, of administrators, and of API calls without it.
alter table proof add column reject_reason text
  check (reject_reason in ('wrong-place', 'wrong-clothing', 'too-short', 'unclear-photo', 'wrong-post', 'other-person', 'other'));
alter table proof add constraint proof_reason_of_rejection check (reject_reason is null or status <> 'pending');
