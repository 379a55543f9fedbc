import type { Role } from '#kernel/endpoint.ts';
import { type Message, msg } from '#kernel/text.ts';
import { dashboardPaths } from '../gates/access.ts';

export interface NavigationLink {
  to: string;
  label: Message;
  /** Other words by which the search finds it. */
  words?: Message;
}

const ownLinks: Record<Role, readonly NavigationLink[]> = {
  marketer: [
    { to: '/marketplace', label: msg('Marketplace'), words: msg('find gigs campaigns jobs map') },
    { to: '/payments', label: msg('Payments'), words: msg('money earnings payouts receipts') },
    { to: '/messages', label: msg('Messages'), words: msg('conversations') },
  ],
  advertiser: [
    { to: '/create-campaign', label: msg('Create Campaign'), words: msg('new draft') },
    { to: '/proof-review', label: msg('Review Proofs'), words: msg('approve reject') },
    { to: '/messages', label: msg('Messages'), words: msg('conversations') },
  ],
  admin: [{ to: '/admin', label: msg('Admin Panel') }],
};

export function getNavigationLinks(role: Role): readonly NavigationLink[] {
  return [{ to: dashboardPaths[role], label: msg('Dashboard') }, ...ownLinks[role]];
}

export const menuLinks: readonly NavigationLink[] = [
  { to: '/profile', label: msg('Profile'), words: msg('name photo address phone') },
  { to: '/settings', label: msg('Settings') },
];
