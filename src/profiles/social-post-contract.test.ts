import { expect, test } from 'vitest';
import type { SocialPlatform } from './social-handle-contract.ts';
import { parsePostUrl } from './social-post-contract.ts';

test.each<[SocialPlatform, string, string | null]>([
  ['instagram', 'https://www.instagram.com/p/C1a2b3/', null],
  ['instagram', 'https://instagram.com/maya.walks/reel/C1a2b3/?igsh=1', 'maya.walks'],
  ['instagram', 'https://www.instagram.com/stories/maya.walks/3141592653', 'maya.walks'],
  ['tiktok', 'https://www.tiktok.com/@maya.walks/video/731', 'maya.walks'],
  ['tiktok', 'https://vm.tiktok.com/ZM8abc/', null],
  ['facebook', 'https://m.facebook.com/mayawalks/posts/pfbid02', 'mayawalks'],
  ['facebook', 'https://www.facebook.com/share/p/abc/', null],
  ['facebook', 'https://fb.watch/abc/', null],
  ['youtube', 'https://youtu.be/dQw4w9WgXcQ', null],
  ['youtube', 'https://www.youtube.com/@mayawalks/shorts', 'mayawalks'],
  ['twitter', 'https://x.com/maya_walks/status/1859', 'maya_walks'],
  ['twitter', 'https://twitter.com/i/status/1859', null],
])('%s: %s shows %s', (platform, link, handle) => {
  expect(parsePostUrl(platform, link)).toEqual({ isOnPlatform: true, handle });
});

test.each<[SocialPlatform, string]>([
  ['instagram', 'https://instagram.com.example/p/1'],
  ['instagram', 'https://notinstagram.com/p/1'],
  ['instagram', 'https://www.tiktok.com/@maya/video/1'],
  ['instagram', 'https://example.com/?instagram.com/p/1'],
  ['twitter', 'https://t.co/abc'],
  ['youtube', 'my video'],
])('%s: %s is elsewhere', (platform, link) => {
  expect(parsePostUrl(platform, link).isOnPlatform).toBe(false);
});
