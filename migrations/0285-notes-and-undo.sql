-- What the marketer writes to the business when applying, and the seconds in which a decision can be undone
-- (decision 66). The marketer is told about the decision when they have passed.
alter table application
  add column note text constraint application_note_check check (char_length(note) between 1 and 140),
  add column undo_until timestamptz,
  -- The position on the waitlist that a rejection took away.
  add column undo_bench_turn integer constraint application_undo_bench_turn_check check (undo_bench_turn > 0),
  add constraint application_undo check (undo_until is null or status <> 'pending'),
  add constraint application_undo_bench check (undo_bench_turn is null or undo_until is not null);
