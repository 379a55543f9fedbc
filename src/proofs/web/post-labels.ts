import { formatDayTime } from '#platform/web/ui/format-time.ts';
import type { PostCheck, PostSeen } from '../post-contract.ts';

const seenTexts: Readonly<Record<PostSeen, string>> = {
  live: 'the post is there',
  'other-account': 'the post is by another account',
  missing: 'no such post',
  hidden: 'the platform doesn’t show the post',
  unclear: 'the server couldn’t tell whose post it is',
  'no-answer': 'the platform didn’t answer',
};

/** Returns what the server saw of a post, and when: 'Server check on Thu, Dec 3, 10:00 AM: no such post.' */
export function formatPostSeen({ what, at }: NonNullable<PostCheck['seen']>): string {
  return `Server check on ${formatDayTime(at)}: ${seenTexts[what]}.`;
}
