import { removeFinalPeriod } from '#kernel/sentence.ts';
import { msg, t } from '#kernel/text.ts';
import type { Deps } from '#platform/server/deps.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import {
  socialAccountDecided,
  socialAccountOutdated,
  socialAccountSubmitted,
} from '#profiles/server/events.ts';
import { formatRejectionReason } from '#profiles/server/service.ts';
import { socialPlatformNames as names } from '#profiles/social-handle-contract.ts';
import { notify, notifyAdmins } from '../service.ts';

export function socialSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(socialAccountSubmitted, async (tx, { platform }, { ref }) => {
      await notifyAdmins(tx, deps, {
        kind: 'social.submitted',
        ref,
        title: msg('New social media account to check'),
        text: msg('A marketer added the code to their {platform} profile.', { platform: names[platform] }),
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
          ? msg('Your {platform} account is connected', { platform: names[platform] })
          : msg('Your {platform} account could not be confirmed', { platform: names[platform] }),
        text: isApproved
          ? msg(
              'We confirmed {followers, plural, other {# followers}}. They count for 90 days. You can remove the code now.',
              { followers: followers ?? 0 },
            )
          : () =>
              t('{reason}. You can try again on your dashboard.', {
                reason: removeFinalPeriod(formatRejectionReason(reason) ?? ''),
              }),
        href: '/marketer',
        isMailed: true,
      });
    }),
    subscribe(socialAccountOutdated, async (tx, { userId, platform }, { ref }) => {
      await notify(tx, deps, userId, {
        kind: 'social.outdated',
        ref,
        title: msg('Confirm your {platform} followers again', { platform: names[platform] }),
        text: msg(
          'Your {platform} followers were confirmed 90 days ago and no longer count. You can’t apply to campaigns that require them until you confirm them again.',
          { platform: names[platform] },
        ),
        href: '/marketer',
        isMailed: true,
      });
    }),
  ];
}
