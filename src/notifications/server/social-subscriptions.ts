import type { Deps } from '#platform/server/deps.ts';
import { on, type Subscription } from '#platform/server/outbox/announce.ts';
import {
  socialAccountDecided,
  socialAccountOutdated,
  socialAccountSubmitted,
} from '#profiles/server/events.ts';
import { socialPlatformNames as names } from '#profiles/social-handle-contract.ts';
import { withoutStop } from './notice-words.ts';
import { tell, tellAdmins } from './service.ts';

/** The check of an account on a social platform: who has to look, what came of it, when it is due again. */
export function socialNotices(deps: Deps): Subscription[] {
  return [
    on(socialAccountSubmitted, async (tx, { platform }, { ref }) => {
      await tellAdmins(tx, deps, {
        kind: 'social.submitted',
        ref,
        title: 'A social media account waits to be checked',
        text: `A marketer says that the code stands in their profile on ${names[platform]}.`,
        href: '/admin?tab=social',
        isMailed: false,
      });
    }),
    on(socialAccountDecided, async (tx, { userId, platform, status, followers, reason }, { ref }) => {
      const isApproved = status === 'approved';
      await tell(tx, deps, userId, {
        kind: `social.${status}`,
        ref,
        title: isApproved
          ? `Your ${names[platform]} account is connected`
          : `Your ${names[platform]} account could not be confirmed`,
        text: isApproved
          ? `We saw the code and ${(followers ?? 0).toLocaleString('en-US')} followers. They count for 90 days, and you can take the code out again.`
          : `${withoutStop(reason ?? '')}. You can hand it in again on your dashboard.`,
        href: '/marketer',
        isMailed: true,
      });
    }),
    on(socialAccountOutdated, async (tx, { userId, platform }, { ref }) => {
      await tell(tx, deps, userId, {
        kind: 'social.outdated',
        ref,
        title: `Confirm your ${names[platform]} followers again`,
        text: `What we saw of your ${names[platform]} account is 90 days old and no longer counts. Campaigns that ask for followers there are closed to you until you confirm it again.`,
        href: '/marketer',
        isMailed: true,
      });
    }),
  ];
}
