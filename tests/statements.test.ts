/**
 * How many statements each read sends to the database, so that a new one is seen when it is added. `npx vitest run
 * tests/statements.test.ts -u` writes the file again: say in the commit why a number grew.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { changesCaller, isLetIn, listCalls, listEndpoints, perform } from './authorisation/calls.ts';
import { makeWorld, type World } from './authorisation/world.ts';
import { STORY_LIMIT_MS } from './support/patience.ts';

/** What connections send by themselves, and the use of a session, stored once a minute. */
const atAnyTime = /^"select 1"$|set_config|set \\"last_used_at\\"/;

let world: World;
let sent = 0;
beforeAll(async () => {
  // Before the pool, whose connections keep the method that they find.
  const query = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    if (!atAnyTime.test(JSON.stringify(args[0]))) sent += 1;
    return Reflect.apply(query, this, args);
  });
  world = await makeWorld();
}, STORY_LIMIT_MS);
afterAll(() => world.app.close());

it('each read sends as many statements as written down', { timeout: STORY_LIMIT_MS }, async () => {
  const lines: string[] = [];
  for (const endpoint of listEndpoints(world.app)) {
    if (endpoint.method !== 'GET' || endpoint.events || changesCaller.has(endpoint.name)) continue;
    const counts: number[] = [];
    for (const call of listCalls(world, endpoint).filter(isLetIn)) {
      // The first call stores when the session was used.
      await perform(world, call);
      sent = 0;
      const { status } = await perform(world, call);
      if (status < 300) counts.push(sent);
    }
    if (counts.length > 0) lines.push(`${endpoint.path} ${Math.max(...counts)}`);
  }
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('statements.txt');
});
