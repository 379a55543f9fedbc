alter table campaign add column dress_note text check (length(dress_note) <= 500);
