import { adminTabs } from '#admin/web/admin-tabs.ts';
import type { Role } from '#kernel/endpoint.ts';
import { msg } from '#kernel/text.ts';
import { getNavigationLinks, menuLinks, type NavigationLink } from '../header/navigation.ts';

export interface Destination extends NavigationLink {
  /** Pages if absent. */
  group?: 'actions' | 'help';
  isLoaded?: true;
}

const identityCheck = {
  to: '/kyc',
  label: msg('Identity check'),
  words: msg('kyc verify documents passport tax id'),
};

const morePages: Record<Role, readonly Destination[]> = {
  marketer: [
    { to: '/applications', label: msg('My applications'), words: msg('work gigs') },
    { to: '/applications#strikes', label: msg('My strikes'), words: msg('appeal') },
    { to: '/payments/year', label: msg('Yearly summary'), words: msg('tax earnings money') },
    identityCheck,
  ],
  advertiser: [
    { to: '/marketers', label: msg('Browse marketers'), words: msg('invite saved hire') },
    { to: '/payment-history', label: msg('Payment history'), words: msg('money invoices refunds spending') },
    { to: '/team', label: msg('Team'), words: msg('members managers viewers') },
    identityCheck,
  ],
  admin: adminTabs.map(({ name, label }) => ({ to: `/admin?tab=${name}`, label })),
};

const ownActions: Record<Role, readonly Destination[]> = {
  marketer: [
    {
      to: '/payments',
      label: msg('Change your PayPal address'),
      words: msg('wallet payout email'),
      group: 'actions',
    },
    { to: '/profile', label: msg('Set your location'), words: msg('place near gigs'), group: 'actions' },
  ],
  advertiser: [
    { to: '/team', label: msg('Invite a team member'), words: msg('manager viewer'), group: 'actions' },
  ],
  admin: [],
};

const accountActions: readonly Destination[] = [
  { to: '/settings#notifications', label: msg('Choose notifications'), words: msg('email push quiet') },
  { to: '/settings#second-factors', label: msg('Set up a second factor'), words: msg('passkey security') },
  { to: '/settings#sessions', label: msg('See where you are signed in'), words: msg('devices sessions') },
  { to: '/settings#consents', label: msg('Change your consents'), words: msg('location privacy withdraw') },
  { to: '/settings#data', label: msg('Download your data'), words: msg('export privacy') },
  { to: '/settings#delete', label: msg('Delete your account'), words: msg('close remove') },
].map((action) => ({ ...action, group: 'actions' as const }));

const forVisitors: readonly Destination[] = [
  { to: '/', label: msg('Home'), isLoaded: true },
  { to: '/demo', label: msg('Demo'), words: msg('try example'), isLoaded: true },
  {
    to: '/auth/signin',
    label: msg('Sign In'),
    words: msg('register account join'),
    isLoaded: true,
    group: 'actions',
  },
  { to: '/create-campaign', label: msg('Create Campaign'), words: msg('new draft'), group: 'actions' },
];

const forEveryone: readonly Destination[] = [
  { to: '/help', label: msg('Help'), words: msg('questions answers support faq'), group: 'help' },
  {
    to: '/help/marketers',
    label: msg('Help for marketers'),
    words: msg('pay proof strikes dispute'),
    group: 'help',
  },
  {
    to: '/help/advertisers',
    label: msg('Help for advertisers'),
    words: msg('fee refund review dispute'),
    group: 'help',
  },
  { to: '/terms', label: msg('Terms of Service'), words: msg('rules legal'), isLoaded: true, group: 'help' },
  { to: '/privacy', label: msg('Privacy Policy'), words: msg('data legal'), isLoaded: true, group: 'help' },
];

/** Null is a visitor, or a user without a role yet. */
export function listDestinations(role: Role | null): readonly Destination[] {
  if (role === null) return [...forVisitors, ...forEveryone];
  const notifications = { to: '/notifications', label: msg('Notifications'), words: msg('news inbox') };
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
  return all.filter(({ to, label }) => role !== 'admin' || to !== '/admin' || label.text !== 'Dashboard');
}
