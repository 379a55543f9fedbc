import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CampaignFormInput } from '#campaigns/form-contract.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { keepWorkingUntil } from '#tests/support/journeys/keep-working.ts';
import * as contract from '../../contract.ts';
import { benchApplication, confirmApplication } from '../../place-contract.ts';
import { appealStrike, decideStrike, listOwnStrikes } from '../../strike-contract.ts';

const PEOPLE = 16;
const AT_ONCE = 8;

let database: TestDatabase;
let app: TestApp;
let advertiser: Client;
let marketers: Client[];
/** Each campaign has its own hours, so that the same marketers don't overlap. */
let campaigns = 0;
beforeAll(async () => {
  database = await serverDatabase({ poolSize: 40 });
  app = await testApp({ database, settings: { SESSION_IDLE_MS: String(20 * DAY) } });
  advertiser = await app.signIn('advertiser');
  marketers = [];
  for (let count = 0; count < PEOPLE; count += 1) marketers.push(await readyMarketer(app));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

/** The invariant: as many hold a place as the campaign counts, and never more than it has. */
afterEach(async () => {
  const { rows } = await database.asOwner(`
    select c.id, c.hired, c.needed, count(a.id)::int as approved
      from campaign c left join application a on a.campaign_id = c.id and a.status = 'approved'
      group by c.id having c.hired <> count(a.id) or c.hired > c.needed`);
  expect(rows).toEqual([]);
});

const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * HOUR).toISOString();
const decide = (client: Client, id: string, status: 'approved' | 'rejected' | 'withdrawn') =>
  client.call(contract.decideApplication, { params: { id }, body: { status } });
const times = <Answer>(work: () => Promise<Answer>) =>
  Promise.all(Array.from({ length: AT_ONCE }, () => work()));
const readStates = async (campaignId: string) => {
  const { rows } = await database.asOwner(
    `select id, status, has_moved_up, bench_turn from application where campaign_id = $1 order by applied_at, id`,
    [campaignId],
  );
  return new Map(rows.map((row) => [String(row['id']), row]));
};

async function applied(people: number, changes: Partial<CampaignFormInput>) {
  campaigns += 1;
  const campaign = await fundedCampaign(app, advertiser, {
    startTime: inHours(60 + 6 * campaigns),
    totalBudget: 40 * (changes.totalMarketersNeeded ?? 3),
    ...changes,
  });
  const asked = [];
  for (const client of marketers.slice(0, people)) {
    const answer = await client.call(contract.apply, { body: { campaignId: campaign.id } });
    expect(answer.status, answer.error?.message).toBe(201);
    asked.push({ client, id: answer.body.id });
  }
  return { campaign, asked };
}

test('of concurrent bulk and single approvals, exactly as many succeed as there are places', async () => {
  const { campaign, asked } = await applied(PEOPLE, { totalMarketersNeeded: 3 });
  const ids = asked.map(({ id }) => id);
  const lists = [ids, ids.toReversed()].map((list) =>
    advertiser.call(contract.decideApplications, { body: { ids: list, status: 'approved' } }),
  );
  const answers = await Promise.all([...lists, ...ids.map((id) => decide(advertiser, id, 'approved'))]);
  const states = await readStates(campaign.id);
  const approved = ids.filter((id) => states.get(id)?.['status'] === 'approved');
  expect(approved).toHaveLength(3);
  for (const [index, list] of [ids, ids.toReversed()].entries()) {
    const { results } = (await lists[index])?.body ?? { results: [] };
    // Every list reports the winners, whichever call gave the place.
    for (const [place, id] of list.entries()) {
      const { application, refusal } = results[place] ?? {};
      if (application) expect([application.id, approved.includes(id)]).toEqual([id, true]);
      else expect(refusal?.code).toBe('campaign/full');
    }
  }
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
});

test('two concurrent withdrawals give both places to the two on the bench, in order', async () => {
  const { campaign, asked } = await applied(5, { totalMarketersNeeded: 2 });
  const [one, two, three, four, five] = asked as [Asked, Asked, Asked, Asked, Asked];
  for (const { id } of [one, two]) expect((await decide(advertiser, id, 'approved')).status).toBe(200);
  for (const { id } of [four, three, five]) {
    const put = await advertiser.call(benchApplication, { params: { id }, body: { isOnBench: true } });
    expect(put.status, put.error?.message).toBe(200);
  }
  await Promise.all(
    [one, two].flatMap(({ client, id }) => [1, 2, 3].map(() => decide(client, id, 'withdrawn'))),
  );
  const states = await readStates(campaign.id);
  const movedUp = (asked: Asked) => states.get(asked.id)?.['has_moved_up'];
  expect([three, four, five].map(movedUp)).toEqual([true, true, false]);
  const { rows } = await database.asOwner(
    `select count(*)::int as told from outbox where kind = 'application.approved' and ref = any($1)`,
    [[three.id, four.id]],
  );
  expect(rows).toEqual([{ told: 2 }]);
});

type Asked = { client: Client; id: string };

test('an applicant who joins the bench while a place becomes free gets it, or finds it free', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { asked } = await applied(2, { totalMarketersNeeded: 1 });
    const [holder, waiting] = asked as [Asked, Asked];
    await decide(advertiser, holder.id, 'approved');
    const put = { params: { id: waiting.id }, body: { isOnBench: true } };
    const [, benched] = await Promise.all([
      decide(holder.client, holder.id, 'withdrawn'),
      advertiser.call(benchApplication, put),
    ]);
    const { rows } = await database.asOwner('select status, bench_turn from application where id = $1', [
      waiting.id,
    ]);
    if (benched.status === 200) expect(rows).toEqual([{ status: 'approved', bench_turn: null }]);
    else {
      expect(benched.error.code).toBe('application/places-left');
      expect(rows).toEqual([{ status: 'pending', bench_turn: null }]);
    }
  }
});

test('two benches with the same marketers, freed at once, give no marketer two places at one time', async () => {
  const startTime = inHours(240);
  const freed: { campaignId: string; holders: Client[]; ids: Map<Client, string> }[] = [];
  for (const people of [marketers.slice(0, 6), marketers.slice(0, 6).toReversed()]) {
    const campaign = await fundedCampaign(app, advertiser, {
      startTime,
      totalMarketersNeeded: 3,
      totalBudget: 120,
    });
    // The holders of the places first, without the bench.
    const holders = freed.length === 0 ? marketers.slice(8, 11) : marketers.slice(11, 14);
    const ids = new Map<Client, string>();
    for (const client of [...holders, ...people]) {
      const answer = await client.call(contract.apply, { body: { campaignId: campaign.id } });
      ids.set(client, answer.body.id);
    }
    for (const client of holders) await decide(advertiser, ids.get(client) ?? '', 'approved');
    for (const client of people) {
      const put = { params: { id: ids.get(client) ?? '' }, body: { isOnBench: true } };
      expect((await advertiser.call(benchApplication, put)).status).toBe(200);
    }
    freed.push({ campaignId: campaign.id, holders, ids });
  }
  const answers = await Promise.all(
    freed.flatMap(({ holders, ids }) =>
      holders.map((client) => decide(client, ids.get(client) ?? '', 'withdrawn')),
    ),
  );
  for (const { status, error } of answers) expect(status, error?.message).toBe(200);
  const { rows } = await database.asOwner(
    `select count(*)::int as places, count(distinct marketer_id)::int as people from application
       where campaign_id = any($1) and status = 'approved'`,
    [freed.map(({ campaignId }) => campaignId)],
  );
  expect(rows).toEqual([{ places: 6, people: 6 }]);
});

test('if a confirmation and its deadline coincide, the place is confirmed or taken back, never both', async () => {
  const { campaign, asked } = await applied(8, { totalMarketersNeeded: 4 });
  const [holders, waiting] = [asked.slice(0, 4), asked.slice(4)];
  for (const { id } of holders) await decide(advertiser, id, 'approved');
  for (const { id } of waiting)
    await advertiser.call(benchApplication, { params: { id }, body: { isOnBench: true } });
  app.clock.set(new Date(Date.parse(campaign.startTime ?? '') - 24 * HOUR));
  await app.runDue();
  app.clock.advance(8 * HOUR + MINUTE);
  const answers = await Promise.all([
    ...holders.flatMap(({ client, id }) => [
      client.call(confirmApplication, { params: { id } }),
      client.call(confirmApplication, { params: { id } }),
    ]),
    app.runDue(),
  ]);
  const { rows } = await database.asOwner(
    `select status, confirmed_at is not null as confirmed, count(*)::int as people
       from application where id = any($1) group by 1, 2`,
    [holders.map(({ id }) => id)],
  );
  for (const row of rows)
    expect([row['status'], row['confirmed']]).toEqual(
      row['confirmed'] ? ['approved', true] : ['withdrawn', false],
    );
  for (const answer of answers.slice(0, -1)) {
    if (answer && answer.status !== 200) expect(answer.error.code).toBe('application/decided');
  }
  const states = [...(await readStates(campaign.id)).values()];
  expect(states.filter(({ status }) => status === 'approved')).toHaveLength(4);
});

test('concurrent late withdrawals give one strike, and of opposite decisions on its appeal one wins', async () => {
  const client = await readyMarketer(app);
  const campaign = await fundedCampaign(app, advertiser, { startTime: inHours(15), autoApprove: true });
  const { id } = (await client.call(contract.apply, { body: { campaignId: campaign.id } })).body;
  await keepWorkingUntil(app, inHours(12));
  const left = await times(() => decide(client, id, 'withdrawn'));
  for (const { status } of left) expect(status).toBe(200);
  const { strikes } = (await client.call(listOwnStrikes)).body;
  expect(strikes).toHaveLength(1);
  const params = { id: strikes[0]?.id ?? '' };

  const appealed = await times(() => client.call(appealStrike, { params, body: { text: 'I was ill.' } }));
  for (const { status, body } of appealed) expect([status, body.appealText]).toEqual([200, 'I was ill.']);
  const { rows: told } = await database.asOwner(
    `select count(*)::int as told from outbox where kind = 'strike.appealed' and ref = $1`,
    [params.id],
  );
  expect(told).toEqual([{ told: 1 }]);
  const others = await times(() => client.call(appealStrike, { params, body: { text: 'I was away.' } }));
  for (const { error } of others) expect(error.code).toBe('strike/appealed');

  const admin = await app.signInAdmin();
  const [upheld, lifted] = await Promise.all(
    (['upheld', 'lifted'] as const).map((status) =>
      times(() => admin.call(decideStrike, { params, body: { status, reason: 'Seen.' } })),
    ),
  );
  const { rows } = await database.asOwner('select status from strike where id = $1', [params.id]);
  const [winners, losers] = rows[0]?.['status'] === 'upheld' ? [upheld, lifted] : [lifted, upheld];
  for (const { status } of winners ?? []) expect(status).toBe(200);
  for (const { status, error } of losers ?? []) expect([status, error.code]).toEqual([409, 'strike/decided']);
});
