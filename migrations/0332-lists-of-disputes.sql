-- Admins list disputes that wait for their decision, and decided ones. No list is in the order of opening any more.
drop index dispute_newest;
create index dispute_escalated on dispute (due_at, id) where state = 'escalated';
create index dispute_decided on dispute (decided_at desc, id desc) where decided_at is not null;
