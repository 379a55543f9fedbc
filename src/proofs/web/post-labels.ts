import { type Message, msg, t } from '#kernel/text.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import type { PostCheck, PostSeen } from '../post-contract.ts';

const seenTexts: Readonly<Record<PostSeen, Message>> = {
  live: msg('the post is there'),
  'other-account': msg('the post is by another account'),
  missing: msg('no such post'),
  hidden: msg('the platform doesn’t show the post'),
  unclear: msg('the server couldn’t tell whose post it is'),
  'no-answer': msg('the platform didn’t answer'),
};

/** Returns 'Server check on Thu, Dec 3, 10:00 AM: no such post.' */
export function formatPostSeen({ what, at }: NonNullable<PostCheck['seen']>): string {
  return t('Server check on {time}: {seen}.', { time: formatDayTime(at), seen: seenTexts[what] });
}
