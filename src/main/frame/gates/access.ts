import type { Role } from '#kernel/endpoint.ts';
import { type Message, msg, t } from '#kernel/text.ts';
import type { PageHandle } from '#platform/web/page.ts';

export type Access = 'wait' | 'sign-in' | 'selection' | 'denied' | 'show';

/**
 * The specification's route table. `user` is undefined while it loads. The server checks permissions itself:
 * this only keeps the user off a page full of errors.
 */
export function decideAccess(user: { userType: Role | null } | null | undefined, handle: PageHandle): Access {
  if (user === undefined) return 'wait';
  if (user === null) return handle.visitors ? 'show' : 'sign-in';
  if (user.userType === null) return handle.visitors && !handle.roles ? 'show' : 'selection';
  return !handle.roles || handle.roles.includes(user.userType) ? 'show' : 'denied';
}

const onlyFor: Record<Role, Message> = {
  marketer: msg('This page is for marketers only.'),
  advertiser: msg('This page is for advertisers only.'),
  admin: msg('This page is for administrators only.'),
};

export function getDeniedMessage(roles: readonly Role[]): string {
  const [only] = roles;
  return t(only && roles.length === 1 ? onlyFor[only] : msg('This page is not for your account type.'));
}

export const dashboardPaths: Record<Role, string> = {
  marketer: '/marketer',
  advertiser: '/advertiser',
  admin: '/admin',
};
