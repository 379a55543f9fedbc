import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { DrivenClock } from '#tests/support/app.ts';
import {
  byAuthor,
  type PostPlatforms,
  startPostPlatforms,
  withStatus,
} from '#tests/support/people/post-platforms.ts';
import { createPlatformClient } from './oembed-client.ts';

let platforms: PostPlatforms;
beforeAll(async () => {
  platforms = await startPostPlatforms();
});
afterAll(() => platforms.close());
beforeEach(() => {
  platforms.requests.length = 0;
});

function connect() {
  const clock = new DrivenClock();
  const client = createPlatformClient('twitter', clock);
  const { signal } = new AbortController();
  return {
    clock,
    client,
    ask: () => client.ask('https://twitter.com/maya/status/12', platforms.url, signal),
  };
}

test.each([
  [{ kind: 'found', handle: 'maya' }, byAuthor('https://x.com/maya')],
  [{ kind: 'found', handle: null }, byAuthor('https://evil.example/maya')],
  [{ kind: 'missing' }, withStatus(404)],
  [{ kind: 'missing' }, withStatus(410)],
  [{ kind: 'hidden' }, withStatus(403)],
  [{ kind: 'hidden' }, withStatus(401)],
  [{ kind: 'unclear' }, withStatus(400)],
  [{ kind: 'silent', reason: 'the platform answered 429' }, withStatus(429)],
  [{ kind: 'silent', reason: 'the platform answered 503' }, withStatus(503)],
])('understands %o', async (answer, respond) => {
  platforms.respond = respond;
  expect(await connect().ask()).toEqual(answer);
});

test('follows no redirect, and sends no cookie that it got', async () => {
  const { ask } = connect();
  platforms.respond = withStatus(302, { location: `${platforms.url}/elsewhere`, 'set-cookie': 'id=1' });
  expect(await ask()).toEqual({ kind: 'unclear' });
  expect(await ask()).toEqual({ kind: 'unclear' });
  expect(platforms.requests.map(({ platform }) => platform)).toEqual(['twitter', 'twitter']);
  expect(platforms.requests[1]?.headers).not.toHaveProperty('cookie');
});

test('an answer that is not what oEmbed says is unclear', async () => {
  for (const body of ['', 'Forbidden', '[]', '{"author_url":7}', `{"author_url":"${'x'.repeat(70_000)}"}`]) {
    platforms.respond = (response) => response.end(body);
    expect(await connect().ask()).toEqual({ kind: 'unclear' });
  }
});

test('an endless answer ends at the limit', async () => {
  platforms.respond = (response) => {
    const write = () => {
      if (!response.destroyed) response.write('x'.repeat(16_384), () => setImmediate(write));
    };
    write();
  };
  expect(await connect().ask()).toEqual({ kind: 'unclear' });
});

test('pauses a second after an answer, and longer after each call without one', async () => {
  const { clock, client, ask } = connect();
  const isOpen = () => client.getCircuit() === 'open';
  expect(isOpen()).toBe(false);
  platforms.respond = withStatus(404);
  await ask();
  expect(isOpen()).toBe(true);
  clock.advance(SECOND);
  expect(isOpen()).toBe(false);

  platforms.respond = (response) => response.destroy();
  for (const minutes of [1, 2, 3]) {
    expect((await ask()).kind).toBe('silent');
    clock.advance(minutes * MINUTE - 1);
    expect(isOpen()).toBe(true);
    clock.advance(1);
    expect(isOpen()).toBe(false);
  }
  platforms.respond = withStatus(404);
  await ask();
  clock.advance(SECOND);
  expect(isOpen()).toBe(false);
});
