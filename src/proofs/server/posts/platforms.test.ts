import { expect, test } from 'vitest';
import type { SocialPlatform } from '#profiles/social-handle-contract.ts';
import { buildQuestion, parseAuthor, toPostLink } from './platforms.ts';

const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

test.each<[SocialPlatform, string, string]>([
  ['youtube', 'https://www.youtube.com/watch?t=4s&v=dQw4w9WgXcQ&list=PL1', video],
  ['youtube', 'https://youtu.be/dQw4w9WgXcQ?si=abc', video],
  ['youtube', 'https://m.youtube.com/shorts/dQw4w9WgXcQ', video],
  ['youtube', 'https://www.youtube.com/live/dQw4w9WgXcQ/', video],
  [
    'tiktok',
    'http://m.tiktok.com/@maya.runs/video/7074367286571814190?lang=en',
    'https://www.tiktok.com/@maya.runs/video/7074367286571814190',
  ],
  [
    'tiktok',
    'https://www.tiktok.com/@maya/photo/7074367286571814190',
    'https://www.tiktok.com/@maya/photo/7074367286571814190',
  ],
  [
    'twitter',
    'https://x.com/maya/status/1050118621198921728/photo/1',
    'https://twitter.com/maya/status/1050118621198921728',
  ],
  ['twitter', 'https://mobile.twitter.com/i/web/status/12', 'https://twitter.com/i/status/12'],
])('%s: %s is asked about as a plain link', (platform, postUrl, link) => {
  expect(toPostLink(platform, postUrl)).toBe(link);
});

test.each<[SocialPlatform, string]>([
  // Profiles, lists, and searches exist as long as their owner likes.
  ['youtube', 'https://www.youtube.com/@maya'],
  ['youtube', 'https://www.youtube.com/playlist?list=PLdQw4w9WgXcQ'],
  ['youtube', 'https://www.youtube.com/watch?v=short'],
  ['youtube', 'https://www.youtube.com/redirect?q=https://evil.example&v=dQw4w9WgXcQ'],
  ['tiktok', 'https://www.tiktok.com/@maya'],
  ['tiktok', 'https://vm.tiktok.com/ZMabc/'],
  ['twitter', 'https://x.com/maya'],
  ['twitter', 'https://x.com/maya/lists/12'],
  ['twitter', 'https://x.com.evil.example/maya/status/12'],
  ['twitter', 'https://evil.example/maya/status/12'],
  ['twitter', 'no link'],
  ['instagram', 'https://www.instagram.com/maya/p/one/'],
  ['facebook', 'https://www.facebook.com/maya.runs/posts/1'],
])('%s: the server does not ask about %s', (platform, postUrl) => {
  expect(toPostLink(platform, postUrl)).toBeNull();
});

test('only the platforms’ own hosts are asked', () => {
  const ask = (platform: 'tiktok' | 'twitter' | 'youtube') =>
    buildQuestion(platform, `${video}&x=1`, undefined);
  expect(ask('youtube').origin + ask('youtube').pathname).toBe('https://www.youtube.com/oembed');
  expect(ask('tiktok').origin + ask('tiktok').pathname).toBe('https://www.tiktok.com/oembed');
  expect(ask('twitter').origin + ask('twitter').pathname).toBe('https://publish.twitter.com/oembed');
  expect(ask('twitter').searchParams.get('url')).toBe(`${video}&x=1`);
});

test('an author’s page names the account only on the platform itself', () => {
  expect(parseAuthor('youtube', 'https://www.youtube.com/@Maya-Runs')).toBe('Maya-Runs');
  expect(parseAuthor('tiktok', 'https://www.tiktok.com/@maya.runs')).toBe('maya.runs');
  expect(parseAuthor('twitter', 'https://x.com/maya')).toBe('maya');
  expect(parseAuthor('twitter', 'https://twitter.com/maya')).toBe('maya');
  expect(parseAuthor('youtube', 'https://www.youtube.com/channel/UC38IQsAvIsxxjztdMZQtwHA')).toBeNull();
  expect(parseAuthor('youtube', 'https://youtube.com.evil.example/@maya')).toBeNull();
  expect(parseAuthor('twitter', 'https://x.com/maya/status/1')).toBeNull();
  expect(parseAuthor('twitter', '')).toBeNull();
});
