-- Whether a proof has used a permit.
create index proof_media_of_permit on proof_media (permit_id) where permit_id is not null;
create index capture_permit_by_time on capture_permit (issued_at);
