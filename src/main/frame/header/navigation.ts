import type { Role } from '#kernel/endpoint.ts';
import { dashboardPaths } from '../gates/access.ts';

export interface NavigationLink {
  to: string;
  label: string;
}

const ownLinks: Record<Role, readonly NavigationLink[]> = {
  marketer: [
    { to: '/marketplace', label: 'Marketplace' },
    { to: '/payments', label: 'Payments' },
    { to: '/messages', label: 'Messages' },
  ],
  advertiser: [
    { to: '/create-campaign', label: 'Create Campaign' },
    { to: '/proof-review', label: 'Review Proofs' },
    { to: '/messages', label: 'Messages' },
  ],
  admin: [{ to: '/admin', label: 'Admin Panel' }],
};

export function getNavigationLinks(role: Role): readonly NavigationLink[] {
  return [{ to: dashboardPaths[role], label: 'Dashboard' }, ...ownLinks[role]];
}
