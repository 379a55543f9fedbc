-- Somebody signed in may be asked to prove anew that it is them, by a code to their own address. Such a challenge belongs to
-- their sign-in session: it makes no account, so it names no role, and it has no link that would work in another browser.

alter table sign_in_challenge add column session_id uuid references sign_in_session (id) on delete cascade;
alter table sign_in_challenge alter column role drop not null;
alter table sign_in_challenge alter column token_hash drop not null;
alter table sign_in_challenge add constraint sign_in_challenge_purpose check (
  (session_id is null) = (role is not null) and (session_id is null) = (token_hash is not null));
-- One for each session: asking again renews it, so that wrong codes and the minute between two mails are counted together.
create unique index sign_in_challenge_of_session on sign_in_challenge (session_id);
