import { adminTabs } from '#admin/web/admin-tabs.ts';
import type { Role } from '#kernel/endpoint.ts';
import { getNavigationLinks, menuLinks, type NavigationLink } from '../header/navigation.ts';

export interface Destination extends NavigationLink {
  /** Pages if absent. */
  group?: 'actions' | 'help';
  /** The server answers this address, or it is outside of the app's frame: the browser loads it. */
  isLoaded?: true;
}

const identityCheck = { to: '/kyc', label: 'Identity check', words: 'kyc verify documents passport tax id' };

/** What the navigation does not link to. */
const morePages: Record<Role, readonly Destination[]> = {
  marketer: [
    { to: '/applications', label: 'My applications', words: 'work gigs' },
    { to: '/applications#strikes', label: 'My strikes', words: 'appeal' },
    { to: '/payments/year', label: 'Yearly summary', words: 'tax earnings money' },
    identityCheck,
  ],
  advertiser: [
    { to: '/marketers', label: 'Browse marketers', words: 'invite saved hire' },
    { to: '/payment-history', label: 'Payment history', words: 'money invoices refunds spending' },
    { to: '/team', label: 'Team', words: 'members managers viewers' },
    identityCheck,
  ],
  admin: adminTabs.map(({ name, label }) => ({ to: `/admin?tab=${name}`, label })),
};

const ownActions: Record<Role, readonly Destination[]> = {
  marketer: [
    { to: '/payments', label: 'Change your PayPal address', words: 'wallet payout email', group: 'actions' },
    { to: '/profile', label: 'Set your location', words: 'place near gigs', group: 'actions' },
  ],
  advertiser: [{ to: '/team', label: 'Invite a team member', words: 'manager viewer', group: 'actions' }],
  admin: [],
};

const accountActions: readonly Destination[] = [
  { to: '/settings#notifications', label: 'Choose notifications', words: 'email push quiet' },
  { to: '/settings#second-factors', label: 'Set up a second factor', words: 'passkey security' },
  { to: '/settings#sessions', label: 'See where you are signed in', words: 'devices sessions' },
  { to: '/settings#consents', label: 'Change your consents', words: 'location privacy withdraw' },
  { to: '/settings#data', label: 'Download your data', words: 'export privacy' },
  { to: '/settings#delete', label: 'Delete your account', words: 'close remove' },
].map((action) => ({ ...action, group: 'actions' as const }));

const forVisitors: readonly Destination[] = [
  { to: '/', label: 'Home', isLoaded: true },
  { to: '/demo', label: 'Demo', words: 'try example', isLoaded: true },
  { to: '/auth/signin', label: 'Sign In', words: 'register account join', isLoaded: true, group: 'actions' },
  { to: '/create-campaign', label: 'Create Campaign', words: 'new draft', group: 'actions' },
];

const forEveryone: readonly Destination[] = [
  { to: '/help', label: 'Help', words: 'questions answers support faq', group: 'help' },
  { to: '/help/marketers', label: 'Help for marketers', words: 'pay proof strikes dispute', group: 'help' },
  {
    to: '/help/advertisers',
    label: 'Help for advertisers',
    words: 'fee refund review dispute',
    group: 'help',
  },
  { to: '/terms', label: 'Terms of Service', words: 'rules legal', isLoaded: true, group: 'help' },
  { to: '/privacy', label: 'Privacy Policy', words: 'data legal', isLoaded: true, group: 'help' },
];

/** Returns everything that a user with this role can go to. Null is a visitor, or a user without a role yet. */
export function listDestinations(role: Role | null): readonly Destination[] {
  if (role === null) return [...forVisitors, ...forEveryone];
  const notifications = { to: '/notifications', label: 'Notifications', words: 'news inbox' };
  const all: readonly Destination[] = [
    ...getNavigationLinks(role),
    ...morePages[role],
    ...menuLinks,
    notifications,
    ...ownActions[role],
    ...accountActions,
    ...forEveryone,
  ];
  // An admin's dashboard is the admin panel, and its first tab too.
  return all.filter(({ to, label }) => role !== 'admin' || to !== '/admin' || label !== 'Dashboard');
}
