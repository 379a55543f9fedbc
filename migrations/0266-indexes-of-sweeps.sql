-- What can be rated, and the deadlines of proofs, count the proofs of each application.
create index proof_of_application on proof (application_id);

-- Deadlines of which users are warned. Rejected proofs, strikes and drafts stay after their deadline.
create index proof_rejected on proof (decided_at) where status = 'rejected';
create index strike_standing on strike (at) where status = 'standing';
create index campaign_draft_start on campaign (start_time) where status = 'draft' and is_complete;

-- Which conversations are old enough to be deleted, and who deleted their account.
create index message_thread_by_time on message_thread (last_at);
create index account_deleted on account (id) where deleted_at is not null;
