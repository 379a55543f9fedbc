import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { socialWork } from '#tests/support/people/social-work.ts';
import { askAgain, sendAgain } from '../../amendment-contract.ts';
import { submitProof } from '../../contract.ts';
import { toPostId } from './post-copies.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test('the second proof with one post is weak and says why, until another link is sent', async () => {
  const advertiser = await app.signIn('advertiser');
  const { campaign, holders } = await socialWork(app, advertiser, { places: 2, holders: 2 });
  const [first, second] = holders as [Client, Client];
  const send = (marketer: Client, postUrl: string) =>
    succeed(marketer.call(submitProof, { body: { campaignId: campaign.id, postUrl, media: [] } }));
  expect(await send(first, 'https://instagram.com/p/Cx1')).toMatchObject({ strength: 'ordinary', signs: [] });
  const copy = await send(second, 'https://www.instagram.com/reel/Cx1/?igsh=2');
  expect(copy).toMatchObject({
    strength: 'weak',
    signs: [{ kind: 'same-post', weight: 'high', file: null }],
  });

  const params = { id: copy.id };
  const body = { reasons: ['wrong-post' as const], note: 'Please link your own post.' };
  await succeed(advertiser.call(askAgain, { params, body }));
  const postUrl = 'https://instagram.com/p/Cx2';
  const sent = await succeed(second.call(sendAgain, { params, body: { media: [], postUrl } }));
  expect(sent).toMatchObject({ strength: 'ordinary', signs: [] });
});

test.each([
  ['https://www.instagram.com/maya/p/Cx1/?img_index=2', 'Cx1'],
  ['https://www.tiktok.com/@maya/video/123', '123'],
  ['https://x.com/maya/status/123/photo/1', '123'],
  ['https://www.youtube.com/watch?v=abc&t=3', 'abc'],
  ['https://youtu.be/abc?v=other', 'abc'],
  ['https://www.facebook.com/maya.field/posts/title/123', '123'],
  ['https://www.facebook.com/permalink.php?story_fbid=123&id=9', '123'],
])('%s is the post %s', (link, id) => {
  expect(toPostId(link)).toBe(id);
});
