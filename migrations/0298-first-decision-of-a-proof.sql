-- A decided dispute changes the decision of its proof. How long the proof waited is measured to the first decision.
alter table proof add column first_decided_at timestamptz;
update proof set first_decided_at = least(decided_at, (
  select opened_at from dispute where dispute.proof_id = proof.id)) where decided_at is not null;
alter table proof add constraint proof_first_decided check (first_decided_at is null or decided_at is not null);
