-- Advertisers are warned a day before they can no longer dispute an approval by silence.
create index proof_approved_by_silence on proof (decided_at) where status = 'approved' and decided_by is null;
