import type { Role } from '#kernel/endpoint.ts';
import { dashboardPaths } from '../gates/access.ts';

export interface NavigationLink {
  to: string;
  label: string;
  /** Other words by which the search finds it. */
  words?: string;
}

const ownLinks: Record<Role, readonly NavigationLink[]> = {
  marketer: [
    { to: '/marketplace', label: 'Marketplace', words: 'find gigs campaigns jobs map' },
    { to: '/payments', label: 'Payments', words: 'money earnings payouts receipts' },
    { to: '/messages', label: 'Messages', words: 'conversations' },
  ],
  advertiser: [
    { to: '/create-campaign', label: 'Create Campaign', words: 'new draft' },
    { to: '/proof-review', label: 'Review Proofs', words: 'approve reject' },
    { to: '/messages', label: 'Messages', words: 'conversations' },
  ],
  admin: [{ to: '/admin', label: 'Admin Panel' }],
};

/** The links of the header. The search shows them too. */
export function getNavigationLinks(role: Role): readonly NavigationLink[] {
  return [{ to: dashboardPaths[role], label: 'Dashboard' }, ...ownLinks[role]];
}

/** The links of the profile menu. The search shows them too. */
export const menuLinks: readonly NavigationLink[] = [
  { to: '/profile', label: 'Profile', words: 'name photo address phone' },
  { to: '/settings', label: 'Settings' },
];
