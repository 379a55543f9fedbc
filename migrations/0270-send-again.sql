-- An advertiser asks once for better files of a pending proof, without rejecting it (decision 60).
create table proof_amendment (
  proof_id       uuid primary key references proof (id),
  asked_at       timestamptz not null,
  asked_by       uuid not null references account (id),
  reasons        text[] not null check (cardinality(reasons) >= 1 and reasons <@ array[
    'wrong-place', 'wrong-clothing', 'too-short', 'unclear-photo', 'wrong-post', 'other-person', 'other']),
  note           text not null check (char_length(note) between 1 and 2000),
  due_at         timestamptz not null check (due_at > asked_at),
  -- When the marketer sent again. Null until then.
  amended_at     timestamptz check (amended_at >= asked_at and amended_at < due_at),
  -- What the marketer says about the new files.
  answer         text check (char_length(answer) between 1 and 2000),
  -- The address of the first post, if a new one replaced it.
  first_post_url text,
  -- The browser's key of the form, as in proof.submission_key.
  submission_key text check (length(submission_key) between 16 and 64),
  check (amended_at is not null or num_nonnulls(answer, first_post_url, submission_key) = 0)
);
revoke delete, truncate on proof_amendment from promenade_app;

alter table proof_media
  add column is_sent_again boolean not null default false,
  -- When a file that was sent again replaced this one. The reviewer still sees it.
  add column replaced_at timestamptz;

-- Only a pending proof is asked for and sent again, and each only once.
create function proof_amendment_is_guarded() returns trigger language plpgsql as $$
begin
  if (select status from proof where id = new.proof_id) is distinct from 'pending' then
    raise exception 'proof % is not pending', new.proof_id using errcode = 'PR004';
  end if;
  if tg_op = 'UPDATE' and (old.amended_at is not null
     or (new.proof_id, new.asked_at, new.asked_by, new.reasons, new.note, new.due_at)
       is distinct from (old.proof_id, old.asked_at, old.asked_by, old.reasons, old.note, old.due_at)) then
    raise exception 'the request for proof % never changes', new.proof_id using errcode = 'PR005';
  end if;
  return new;
end $$;
create trigger proof_amendment_is_guarded before insert or update on proof_amendment
  for each row execute function proof_amendment_is_guarded();

-- While the marketer may send again, the proof is not rejected, and silence does not approve it. A dispute decides
-- only proofs that are no longer pending.
create function proof_waits_for_files() returns trigger language plpgsql as $$
begin
  if exists (select from proof_amendment a
             where a.proof_id = new.id and a.amended_at is null and new.decided_at < a.due_at) then
    raise exception 'proof % waits for new files', new.id using errcode = 'PR006';
  end if;
  return new;
end $$;
create trigger proof_waits_for_files before update of status on proof for each row
  when (old.status = 'pending' and (new.status = 'rejected' or (new.status = 'approved' and new.decided_by is null)))
  execute function proof_waits_for_files();
