import { Anchor } from '@mantine/core';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import type { Proof } from '../contract.ts';
import type { PostCheck } from '../post-contract.ts';
import { formatPostSeen } from './post-labels.ts';
import classes from './proof-review.module.css';

/** The link of a post with what is known about it, for both sides. */
export function PostFacts({ proof }: { proof: Proof }) {
  const { postUrl, postHandle, isAdDisclosed, postChecks } = proof;
  if (postUrl === null) return null;
  return (
    <div className={classes.post}>
      <Anchor className={classes.link} href={postUrl} target="_blank" rel="noreferrer nofollow">
        {postUrl}
      </Anchor>
      <ul className={classes.postFacts}>
        <li>
          {postHandle === null
            ? 'The link doesn’t show the account. Check it in the post.'
            : `The link shows the confirmed account @${postHandle}.`}
        </li>
        <li>
          {isAdDisclosed
            ? 'The marketer says that the post is marked as an ad.'
            : 'The marketer hasn’t said that the post is marked as an ad.'}
        </li>
        {postChecks.map((check) => (
          <li key={check.reason}>{formatPostCheck(check)}</li>
        ))}
      </ul>
    </div>
  );
}

function formatPostCheck({ reason, state, looker, dueAt, checkedAt, checkedBy, seen }: PostCheck): string {
  const occasion = reason === 'first-day' ? 'After a day' : 'At the end';
  if (state !== 'due' && checkedAt !== null) {
    const result = state === 'live' ? 'still there' : 'gone';
    const actor = checkedBy === 'server' ? 'our server' : 'a person of the business';
    return `${occasion}: ${result}, checked by ${actor} ${formatDayTime(checkedAt)}.`;
  }
  if (seen !== null) return `${occasion}: the business looks again. ${formatPostSeen(seen)}`;
  const next = looker === 'server' ? 'our server looks' : 'the business looks again';
  return `${occasion}: ${next} from ${formatDayTime(dueAt)}.`;
}
