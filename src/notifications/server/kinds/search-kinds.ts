import type { NotificationKindFacts } from './kind-facts.ts';

export const searchKinds = {
  'saved-search.matched': {
    to: 'the marketer',
    when: 'a new campaign matches a saved search',
    titles: ['New for “{search}”'],
    email: false,
  },
  'saved-search.collected': {
    to: 'the marketer',
    when: 'once a day, for all matches. By email only',
    titles: ['New for {search}: {campaign}', '{count} new campaigns for {search}'],
    email: true,
  },
} as const satisfies Record<string, NotificationKindFacts>;
