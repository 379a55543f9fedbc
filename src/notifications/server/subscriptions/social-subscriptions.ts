import { removeFinalPeriod } from '#kernel/sentence.ts';
import type { Deps } from '#platform/server/deps.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import {
  socialAccountDecided,
  socialAccountOutdated,
  socialAccountSubmitted,
} from '#profiles/server/events.ts';
import { socialPlatformNames as names } from '#profiles/social-handle-contract.ts';
import { notify, notifyAdmins } from '../service.ts';

/** Notifications about social account checks, for admins and the marketer. */
export function socialSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(socialAccountSubmitted, async (tx, { platform }, { ref }) => {
      await notifyAdmins(tx, deps, {
        kind: 'social.submitted',
        ref,
        title: 'New social media account to check',
        text: `A marketer added the code to their ${names[platform]} profile.`,
        href: '/admin?tab=social',
        isMailed: false,
      });
    }),
    subscribe(socialAccountDecided, async (tx, { userId, platform, status, followers, reason }, { ref }) => {
      const isApproved = status === 'approved';
      await notify(tx, deps, userId, {
        kind: `social.${status}`,
        ref,
        title: isApproved
          ? `Your ${names[platform]} account is connected`
          : `Your ${names[platform]} account could not be confirmed`,
        text: isApproved
          ? `We confirmed ${(followers ?? 0).toLocaleString('en-US')} followers. They count for 90 days. You can remove the code now.`
          : `${removeFinalPeriod(reason ?? '')}. You can try again on your dashboard.`,
        href: '/marketer',
        isMailed: true,
      });
    }),
    subscribe(socialAccountOutdated, async (tx, { userId, platform }, { ref }) => {
      await notify(tx, deps, userId, {
        kind: 'social.outdated',
        ref,
        title: `Confirm your ${names[platform]} followers again`,
        text: `Your ${names[platform]} followers were confirmed 90 days ago and no longer count. You can’t apply to campaigns that require them until you confirm them again.`,
        href: '/marketer',
        isMailed: true,
      });
    }),
  ];
}
