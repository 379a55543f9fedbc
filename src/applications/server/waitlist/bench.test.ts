import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import type { CampaignFormInput } from '#campaigns/form-contract.ts';
import { getCampaign } from '#campaigns/contract.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { listNotifications } from '#notifications/contract.ts';
import { transact } from '#platform/server/db/transact.ts';
import { updateCompliance } from '#profiles/contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { approve, readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import * as contract from '../../contract.ts';
import { benchApplication } from '../../place-contract.ts';
import { fillFreePlaces } from './bench-service.ts';

let app: TestApp;
let advertiser: Client;
let rival: Client;
let holder: Client;
let first: Client;
let second: Client;
beforeAll(async () => {
  app = await testApp();
  advertiser = await app.signIn('advertiser');
  rival = await app.signIn('advertiser');
});
beforeEach(async () => {
  holder = await readyMarketer(app);
  first = await readyMarketer(app);
  second = await readyMarketer(app);
});
afterAll(() => app.close());

const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * HOUR).toISOString();
const apply = async (client: Client, campaignId: string) => {
  const applied = await client.call(contract.apply, { body: { campaignId } });
  expect(applied.status, applied.error?.message).toBe(201);
  return applied.body.id;
};
const decide = (client: Client, id: string, status: 'approved' | 'rejected' | 'withdrawn') =>
  client.call(contract.decideApplication, { params: { id }, body: { status } });
const bench = (id: string, isOnBench = true, client = advertiser) =>
  client.call(benchApplication, { params: { id }, body: { isOnBench } });
const own = async (client: Client, id: string) => {
  const { body } = await client.call(contract.listApplications);
  const found = body.find((application) => application.id === id);
  if (!found) throw new Error('they have no such application');
  return found;
};
const hired = async (id: string) =>
  (await app.visitor().call(getCampaign, { params: { id } })).body.marketersHired;

/** Works because the embedded database has a single connection. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const client = await app.database.pool.connect();
  const original = client.query;
  let sent = 0;
  client.query = ((...parts: Parameters<typeof original>) => {
    sent += 1;
    return original(...parts);
  }) as typeof original;
  client.release();
  await work().finally(() => (client.query = original));
  return sent;
}

async function fullCampaign(changes: Partial<CampaignFormInput> = {}, clients: readonly Client[] = []) {
  const campaign = await fundedCampaign(app, advertiser, { totalMarketersNeeded: 1, ...changes });
  const [one, two] = [await apply(first, campaign.id), await apply(second, campaign.id)];
  const others: string[] = [];
  for (const client of clients) others.push(await apply(client, campaign.id));
  return { campaign, held: await approve(advertiser, holder, campaign.id), one, two, others };
}

describe('the bench', () => {
  test('shows its order to both sides, and moves the first up when a place is given back', async () => {
    const { campaign, held, one, two } = await fullCampaign();
    expect((await bench(two)).body).toMatchObject({
      status: 'pending',
      benchPosition: 1,
      can: { approve: false, reject: true, bench: false, unbench: true },
    });
    expect((await bench(one)).body.benchPosition).toBe(2);
    expect((await bench(one)).body.benchPosition).toBe(2);
    expect((await own(second, two)).benchPosition).toBe(1);
    const withdrawn = await decide(holder, held, 'withdrawn');
    expect(withdrawn.body).toMatchObject({ status: 'withdrawn', benchPosition: null });
    expect(await own(second, two)).toMatchObject({
      status: 'approved',
      approvedAt: app.clock.now().toISOString(),
      hasMovedUp: true,
      benchPosition: null,
    });
    expect(await own(first, one)).toMatchObject({ status: 'pending', benchPosition: 1 });
    expect(await hired(campaign.id)).toBe(1);

    await app.runDue();
    const told = async (client: Client) =>
      (await client.call(listNotifications)).body.notifications
        .map(({ kind, title }) => `${kind}: ${title}`)
        .toSorted();
    expect(await told(second)).toEqual([
      `application.approved: You have a place: ${campaign.title}`,
      `application.benched: You’re on the waitlist: ${campaign.title}`,
    ]);
    expect(await told(first)).toEqual([`application.benched: You’re on the waitlist: ${campaign.title}`]);
    expect((await told(advertiser)).filter((text) => text.startsWith('application.moved-up'))).toHaveLength(
      1,
    );
  });

  test('accepts only pending applicants of a full campaign, from users who can decide', async () => {
    const { one, two, held } = await fullCampaign({ totalMarketersNeeded: 2 });
    const early = await bench(one);
    expect([early.status, early.error.code]).toEqual([409, 'application/places-left']);
    await decide(advertiser, one, 'approved');
    for (const id of [one, held]) {
      const refused = await bench(id);
      expect([refused.error.code, refused.error.state]).toEqual(['application/decided', 'approved']);
    }
    expect((await bench(two, true, rival)).error.code).toBe('application/not-found');
    expect((await bench(two, true, second)).error.code).toBe('auth/forbidden');
    expect((await own(second, two)).benchPosition).toBeNull();
  });

  test('does not move up an applicant who was removed, rejected or withdrew', async () => {
    const third = await readyMarketer(app);
    const campaign = await fundedCampaign(app, advertiser, { totalMarketersNeeded: 1 });
    const [one, two, three] = [
      await apply(first, campaign.id),
      await apply(second, campaign.id),
      await apply(third, campaign.id),
    ];
    const held = await approve(advertiser, holder, campaign.id);
    for (const id of [one, two, three]) expect((await bench(id)).status).toBe(200);
    expect((await bench(one, false)).body).toMatchObject({ benchPosition: null, status: 'pending' });
    expect((await bench(one, false)).status).toBe(200);
    await decide(advertiser, two, 'rejected');
    expect((await own(third, three)).benchPosition).toBe(1);
    await decide(third, three, 'withdrawn');
    await decide(holder, held, 'withdrawn');
    expect((await own(first, one)).status).toBe('pending');
    const { rows } = await app.database.asOwner(
      `select count(*)::int as benched from application where bench_turn is not null and id = any($1)`,
      [[one, two, three]],
    );
    expect(rows).toEqual([{ benched: 0 }]);
  });

  test('skips an applicant who can’t take the place, and gives them the next one once they can', async () => {
    const startTime = inHours(72);
    const { campaign, held, one, two } = await fullCampaign({ startTime });
    for (const id of [one, two]) await bench(id);
    const rivalCampaign = await fundedCampaign(app, rival, { startTime });
    const elsewhere = await approve(rival, first, rivalCampaign.id);
    await decide(holder, held, 'withdrawn');
    expect((await own(first, one)).status).toBe('pending');
    expect((await own(second, two)).status).toBe('approved');

    await second.call(updateCompliance, { body: { locationConsent: false } });
    await decide(second, two, 'withdrawn');
    expect(await hired(campaign.id)).toBe(0);
    await decide(first, elsewhere, 'withdrawn');
    app.clock.advance(2 * MINUTE);
    await app.runDue();
    expect(await own(first, one)).toMatchObject({ status: 'approved', hasMovedUp: true });
    expect(await hired(campaign.id)).toBe(1);
  });

  test.each([
    [150, 'approved'],
    [999, 'approved'],
    [1000, 'pending'],
  ] as const)('behind %i who can’t take the place, an applicant who can is %s', async (inFront, status) => {
    const { campaign, held, one } = await fullCampaign({ startTime: inHours(72) });
    await app.database.asOwner(
      `with person as (
         insert into account (id, email, role, created_at)
         select gen_random_uuid(), $2 || number || '@promenade.test', 'marketer', now() from generate_series(1, $3::int) number
         returning id
       )
       insert into application (id, campaign_id, marketer_id, applied_at, bench_turn)
       select gen_random_uuid(), $1, id, now(), row_number() over () from person`,
      [campaign.id, `in-front-of-${one}-`, inFront],
    );
    expect((await bench(one)).body.benchPosition).toBe(inFront + 1);
    await decide(holder, held, 'withdrawn');
    expect((await own(first, one)).status).toBe(status);
    await app.database.asOwner(
      'update application set bench_turn = null where campaign_id = $1 and bench_turn = 1',
      [campaign.id],
    );
    app.clock.advance(2 * MINUTE);
    await app.runDue();
    expect((await own(first, one)).status).toBe('approved');
    expect(await hired(campaign.id)).toBe(1);
  });

  test('costs the same each minute, however many applicants can’t take the free place', async () => {
    const others = [await readyMarketer(app), await readyMarketer(app), await readyMarketer(app)];
    const short = await fullCampaign({ startTime: inHours(100) });
    for (const id of [short.one, short.two]) await bench(id);
    const long = await fullCampaign({ startTime: inHours(110) }, others);
    const waiting = [long.one, long.two, ...long.others];
    for (const id of waiting) expect((await bench(id)).error?.code).toBeUndefined();
    for (const client of [first, second, ...others])
      await client.call(updateCompliance, { body: { locationConsent: false } });
    for (const { held } of [short, long]) await decide(holder, held, 'withdrawn');

    const look = (campaignId: string) =>
      countStatements(() => transact(app.deps.db, (tx) => fillFreePlaces(tx, app.deps, campaignId)));
    const [ofTwo, ofFive] = [await look(short.campaign.id), await look(long.campaign.id)];
    expect(ofFive).toBe(ofTwo);
    expect(ofTwo).toBeGreaterThan(0);
    expect([await hired(short.campaign.id), await hired(long.campaign.id)]).toEqual([0, 0]);

    await others[0]?.call(updateCompliance, { body: { locationConsent: true } });
    app.clock.advance(2 * MINUTE);
    await app.runDue();
    const states = await Promise.all(
      others.map(async (client, index) => own(client, long.others[index] ?? '')),
    );
    expect(states.map(({ status }) => status)).toEqual(['approved', 'pending', 'pending']);
  });

  test('never moves an applicant up after the start or after closing', async () => {
    const begun = await fullCampaign({ startTime: inHours(1) });
    await bench(begun.one);
    app.clock.advance(HOUR);
    const late = await bench(begun.two);
    expect([late.status, late.error.code]).toEqual([409, 'campaign/not-active']);
    await decide(holder, begun.held, 'withdrawn');
    expect((await own(first, begun.one)).status).toBe('pending');
    expect((await decide(advertiser, begun.one, 'approved')).status).toBe(200);

    const third = await readyMarketer(app);
    const fourth = await readyMarketer(app);
    const closed = await fundedCampaign(app, rival, { totalMarketersNeeded: 1, startTime: inHours(72) });
    const waiting = await apply(fourth, closed.id);
    const held = await approve(rival, third, closed.id);
    expect((await bench(waiting, true, rival)).status).toBe(200);
    await rival.call(closeCampaign, { params: { id: closed.id } });
    await decide(third, held, 'withdrawn');
    expect((await own(fourth, waiting)).status).toBe('pending');
    await app.runDue();
    expect(await own(fourth, waiting)).toMatchObject({ status: 'rejected', benchPosition: null });
  });
});

test('marketers with a place are notified that the campaign was closed, and keep it', async () => {
  const campaign = await fundedCampaign(app, advertiser, { startTime: inHours(96) });
  const id = await approve(advertiser, holder, campaign.id);
  await advertiser.call(closeCampaign, { params: { id: campaign.id } });
  await app.runDue();
  const { notifications } = (await holder.call(listNotifications)).body;
  expect(notifications.find(({ kind }) => kind === 'campaign.closed')).toMatchObject({
    title: `${campaign.title} was closed early`,
    href: `/campaigns/${campaign.id}`,
  });
  expect((await app.lastMail(holder.email)).subject).toBe(`${campaign.title} was closed early`);
  expect((await own(holder, id)).status).toBe('approved');
});

describe('bulk decisions', () => {
  const decideAll = (ids: string[], status: 'approved' | 'rejected', client = advertiser, reason?: string) =>
    client.call(contract.decideApplications, { body: { ids, status, reason } });

  test('are taken in the given order while places are left, with a result for each', async () => {
    const campaign = await fundedCampaign(app, advertiser, {
      totalMarketersNeeded: 2,
      startTime: inHours(120),
    });
    const ids = [];
    for (const client of [holder, first, second]) ids.push(await apply(client, campaign.id));
    const wanted = [ids[2], ids[0], ids[1]] as string[];
    const { status, body } = await decideAll(wanted, 'approved');
    expect(status).toBe(200);
    expect(body.results).toMatchObject([
      { application: { id: ids[2], status: 'approved' }, refusal: null },
      { application: { id: ids[0], status: 'approved' }, refusal: null },
      { application: null, refusal: { code: 'campaign/full', message: 'Campaign Full', state: null } },
    ]);
    expect(await hired(campaign.id)).toBe(2);
    expect((await decideAll(wanted, 'approved')).body).toEqual(body);
    const opposite = await decideAll(wanted, 'rejected', advertiser, 'We have enough');
    expect(opposite.body.results).toMatchObject([
      { refusal: { code: 'application/decided', state: 'approved' } },
      { refusal: { code: 'application/decided', state: 'approved' } },
      { application: { status: 'rejected', reason: 'We have enough' } },
    ]);
  });

  test('don’t reach other users’ applications, and are limited to a hundred', async () => {
    const campaign = await fundedCampaign(app, advertiser, { startTime: inHours(140) });
    const id = await apply(first, campaign.id);
    expect((await decideAll([id], 'approved', rival)).body.results).toEqual([
      {
        application: null,
        refusal: {
          code: 'application/not-found',
          message: 'We couldn’t find this application.',
          state: null,
        },
      },
    ]);
    expect((await decideAll([id], 'approved', first)).status).toBe(403);
    expect((await decideAll([], 'approved')).error.code).toBe('request/invalid');
    expect(
      (
        await decideAll(
          Array.from({ length: 101 }, () => id),
          'approved',
        )
      ).status,
    ).toBe(400);
    expect((await own(first, id)).status).toBe('pending');
  });
});
