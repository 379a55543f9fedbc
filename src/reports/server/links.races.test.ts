import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFromTeam } from '#teams/contract.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { lockWaits } from '#tests/support/databases/lock-waits.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { teamMember } from '#tests/support/people/team.ts';
import { setFootfall } from '../footfall-contract.ts';
import { listReportLinks } from '../link-contract.ts';
import { createReportLink } from '../link-form-contract.ts';

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await serverDatabase({ poolSize: 20 });
  app = await testApp({ database });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

test('a link and an assumption that still wait when their manager is removed are refused', async () => {
  const owner = await app.signIn('advertiser');
  const { id } = await fundedCampaign(app, owner);
  const manager = await teamMember(app, owner, 'manager');
  const params = { id };
  const kept = await succeed(manager.call(createReportLink, { params, body: { id: randomUUID() } }));
  const other = await database.pool.connect();
  try {
    await other.query('begin');
    await other.query('select from campaign where id = $1 for update', [id]);
    const footfall = { low: 1, high: 2, basis: 'Counted' };
    const waiting = Promise.all([
      manager.call(createReportLink, { params, body: { id: randomUUID() } }),
      manager.call(setFootfall, { params, body: { footfall } }),
    ]);
    await expect.poll(() => lockWaits(database)).toBeGreaterThan(1);
    await succeed(owner.call(removeFromTeam, { params: { id: manager.userId } }));
    await other.query('commit');
    for (const { error } of await waiting) expect(error.code).toBe('campaign/not-found');
  } finally {
    other.release(true);
  }
  const links = await succeed(owner.call(listReportLinks, { params }));
  expect(links.map((link) => link.id)).toEqual([kept.link.id]);
});
