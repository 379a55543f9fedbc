import { expect, test } from 'vitest';
import { type SearchMatches, formatSavedSearchEmail } from './saved-search-email.ts';

const address = 'http://localhost:3000';
const campaign = (title: string) =>
  ({ id: `id-of-${title}`, title, city: 'Reno', payCents: 4000, campaignType: 'wearable' }) as const;
const part = (name: string, more: number, ...titles: string[]): SearchMatches => ({
  searchId: `id-of-${name}`,
  name,
  campaigns: titles.map(campaign),
  more,
});
test.each<[string, SearchMatches[], boolean, { title: string; text: string[]; href: string }]>([
  [
    'one campaign of one search',
    [part('Coffee', 0, 'Mocha')],
    false,
    {
      title: 'New for “Coffee”: Mocha',
      text: ['Your saved search “Coffee” found:', '- Mocha, Reno: $40.00 per session'],
      href: '/campaigns/id-of-Mocha',
    },
  ],
  [
    'more of one search than are named',
    [part('Coffee', 3, 'Mocha')],
    false,
    {
      title: '4 new campaigns for “Coffee”',
      text: [
        'Your saved search “Coffee” found:',
        '- Mocha, Reno: $40.00 per session',
        '- and 3 more: http://localhost:3000/marketplace?search=id-of-Coffee',
      ],
      href: '/marketplace?search=id-of-Coffee',
    },
  ],
  [
    'several searches, of one of which nothing is named, and more than are counted',
    [part('Coffee', 0, 'Mocha'), part('Tea', 7)],
    true,
    {
      title: '8+ new campaigns for your saved searches',
      text: [
        'Your saved search “Coffee” found:',
        '- Mocha, Reno: $40.00 per session',
        '',
        'Your saved search “Tea” found 7+: http://localhost:3000/marketplace?search=id-of-Tea',
      ],
      href: '/marketplace',
    },
  ],
])('the email about %s', (_, parts, isAtLeast, { title, text, href }) => {
  const words = formatSavedSearchEmail(parts, { isAtLeast, address });
  expect(words).toMatchObject({ title, href });
  expect(words.text.split('\n').slice(0, text.length)).toEqual(text);
});

test('formats a campaign without a city, and one paid per post', () => {
  const post = { ...campaign('Post'), city: null, campaignType: 'social' } as const;
  const { text } = formatSavedSearchEmail([{ ...part('Any', 0), campaigns: [post] }], {
    isAtLeast: false,
    address,
  });
  expect(text).toContain('- Post: $40.00 per post\n');
});
