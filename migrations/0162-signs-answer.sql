-- What the marketer says about the unusual signs of their proof. The reviewer reads it.
alter table proof add column signs_answer text check (char_length(signs_answer) between 1 and 1000);
