import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '#kernel/errors.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';
import { type CampaignQuery, platformContent } from '../../contract.ts';
import { SocialPlatform, Tier } from '../../fields-contract.ts';
import { campaignMatches } from './campaign-match.ts';
import { countMatching, type Reach, searchCampaigns } from './campaign-search.ts';
import { followersNeeded, computeWindow } from '../rules.ts';
import { campaign, type CampaignRow, type NewCampaign } from '../tables.ts';

const base = new Date('2026-11-02T15:00:00Z').getTime();
const advertiserId = '00000000-0000-4000-8000-00000000000a';
const cities = ['San Francisco', 'Los Angeles', 'New York', 'Chicago', 'Reno', 'İzmir'];
const words = ['Coffee', 'walk', '100% fun', 'T_shirt', 'Bang!', 'beach', 'COFFEE run', 'ΚΑΦΕΣ'];

/**
 * Few distinct values, so that keys collide and ties must be broken. Places lie on a grid, equal or well
 * apart.
 */
const campaignArbitrary = fc.record({
  status: fc.constantFrom('draft', 'active', 'active', 'active', 'closing', 'completed'),
  isWearable: fc.boolean(),
  words: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }),
  city: fc.option(fc.constantFrom(...cities)),
  createdHours: fc.integer({ min: 0, max: 20 }),
  startHours: fc.integer({ min: 0, max: 20 }),
  payCents: fc.constantFrom(2500, 3333, 4000, 4001, 10_000),
  durationMinutes: fc.constantFrom(30, 45, 60, 90, 480),
  needed: fc.integer({ min: 1, max: 4 }),
  hired: fc.integer({ min: 0, max: 1 }),
  place: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        lat: fc.integer({ min: 0, max: 9999 }).map((step) => 37 + step / 10_000),
        lng: fc.integer({ min: 0, max: 9999 }).map((step) => -123 + step / 10_000),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        { lat: 52, lng: 179.9 },
        { lat: 52, lng: -179.9 },
        { lat: 89.5, lng: 10 },
        { lat: 89.5, lng: -170 },
      ),
    },
  ),
  platform: fc.constantFrom(...SocialPlatform.options),
  tier: fc.constantFrom(...Tier.options),
  minFollowers: fc.option(fc.constantFrom(500, 5000, 5_000_000_000)),
});

type CampaignFacts = typeof campaignArbitrary extends fc.Arbitrary<infer Facts> ? Facts : never;

function getRow(facts: CampaignFacts, index: number): NewCampaign {
  const campaignType = facts.isWearable ? ('wearable' as const) : ('social' as const);
  const startTime = new Date(base + facts.startHours * HOUR);
  const isFunded = facts.status !== 'draft';
  const isClosed = facts.status === 'closing' || facts.status === 'completed';
  const requiredTier = facts.isWearable ? null : facts.tier;
  const minFollowers = facts.isWearable ? null : facts.minFollowers;
  return {
    id: `00000000-0000-4000-8000-${String((index * 7919) % 1_000_000).padStart(12, '0')}`,
    advertiserId,
    campaignType,
    status: (facts.status === 'closing' ? 'active' : facts.status) as CampaignRow['status'],
    closeReason: isClosed ? 'finished' : null,
    closingSince: isClosed ? new Date(base) : null,
    title: facts.words.join(' '),
    company: 'Ada',
    description: 'Walk around the bay',
    location: 'Bay',
    placeAddress: 'Bay',
    ...facts.place,
    radiusMeters: 1000,
    city: facts.city,
    durationMinutes: facts.isWearable ? facts.durationMinutes : null,
    startTime,
    ...computeWindow({ campaignType, startTime, durationMinutes: facts.durationMinutes }),
    payCents: facts.payCents,
    totalBudgetCents: facts.payCents * facts.needed,
    needed: facts.needed,
    hired: isFunded ? facts.hired : 0,
    socialPlatform: facts.isWearable ? null : facts.platform,
    contentType: facts.isWearable ? null : (platformContent[facts.platform][0] ?? null),
    requiredTier,
    minFollowers,
    followersNeeded: followersNeeded({ campaignType, requiredTier, minFollowers }),
    isComplete: true,
    escrowCents: isFunded ? facts.payCents * facts.needed : null,
    feeCents: isFunded ? 100 : null,
    createdAt: new Date(base - facts.createdHours * HOUR),
    updatedAt: new Date(base),
    fundedAt: isFunded ? new Date(base) : null,
    completedAt: facts.status === 'completed' ? new Date(base + 30 * DAY) : null,
  };
}

let database: TestDatabase;
let rows: CampaignRow[];

beforeAll(async () => {
  database = await freshDatabase();
  await database.asOwner(
    `insert into account (id, email, role, created_at) values ($1, 'ada@example.com', 'advertiser', now())`,
    [advertiserId],
  );
  const made = fc.sample(campaignArbitrary, { numRuns: 400, seed: 20_261_102 }).map(getRow);
  rows = await transact(database.db, (tx) => tx.insert(campaign).values(made).returning());
});
afterAll(() => database.close());

/** Computed from the angle of two vectors, and not by the formula that the product uses. */
function metersBetween({ lat, lng }: CampaignRow, near = ''): number {
  const toVector = (latitude: number, longitude: number): [number, number, number] => {
    const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
  };
  const [nearLat = 0, nearLng = 0] = near.split(',').map(Number);
  const [x1, y1, z1] = toVector(lat ?? 0, lng ?? 0);
  const [x2, y2, z2] = toVector(nearLat, nearLng);
  const cross = Math.hypot(y1 * z2 - z1 * y2, z1 * x2 - x1 * z2, x1 * y2 - y1 * x2);
  return 6_371_008.8 * Math.atan2(cross, x1 * x2 + y1 * y2 + z1 * z2);
}

/** Checks every row, as a saved search does. Its distances use another formula. */
function expected(query: CampaignQuery): string[] {
  const matching = rows.filter((row) => campaignMatches(query, row));
  const key: Record<string, (row: CampaignRow) => number> = {
    newest: (row) => -row.createdAt.getTime(),
    pay: (row) => -(row.payCents ?? 0),
    start: (row) => row.startTime?.getTime() ?? 0,
    distance: (row) => metersBetween(row, query.near),
  };
  const sort = query.sort ?? 'newest';
  const idsRise = sort === 'start' || sort === 'distance';
  const keyOf = key[sort] ?? (() => 0);
  return matching
    .toSorted((one, other) => {
      const difference = keyOf(one) - keyOf(other);
      // Points whose distances differ only by rounding are equally far.
      if (Math.abs(difference) > (sort === 'distance' ? 1e-6 : 0)) return difference;
      return (one.id < other.id ? -1 : 1) * (idsRise ? 1 : -1);
    })
    .map(({ id }) => id);
}

const optional = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const queryArbitrary = fc
  .record({
    q: optional(
      fc.constantFrom(
        'coffee',
        'WALK',
        '%',
        '_',
        '!',
        'fun t_',
        'nothing like it',
        'offee r',
        'be',
        'C',
        't_',
        '10',
        'ng!',
        '0%',
        'καφεσ',
      ),
    ),
    city: optional(fc.constantFrom(...cities, 'san francisco', 'izmir', 'Nowhere')),
    campaignType: optional(fc.constantFrom('wearable' as const, 'social' as const)),
    platform: optional(fc.constantFrom(...SocialPlatform.options)),
    followers: optional(fc.constantFrom(0, 999, 1000, 99_999, 100_000, 6_000_000_000)),
    minPay: optional(fc.constantFrom(0, 20, 26.67, 40, 53.35)),
    maxPay: optional(fc.constantFrom(26.66, 26.67, 30, 40, 1e9)),
    status: optional(fc.constantFrom('active' as const, 'completed' as const)),
    open: optional(fc.constant('true' as const)),
    near: fc.option(
      fc.constantFrom(
        '37.512345678,-122.498765432',
        '37.9012345,-122.10987',
        '52,179.97',
        '52,-179.95',
        '89.9,0',
        '-10,40',
      ),
      { nil: undefined, freq: 2 },
    ),
    radius: optional(fc.integer({ min: 1000, max: 120_000 })),
    sort: fc.option(
      fc.constantFrom('newest' as const, 'pay' as const, 'distance' as const, 'start' as const),
      { nil: undefined },
    ),
  })
  .filter(({ near, radius, sort }) => near !== undefined || (radius === undefined && sort !== 'distance'));

/** Small values, so that even with few campaigns every strategy is tried and given up for the next. */
const reachArbitrary: fc.Arbitrary<Reach | undefined> = fc.option(
  fc.record({
    stretch: fc.integer({ min: 1, max: 60 }),
    promising: fc.integer({ min: 1, max: 8 }),
    most: fc.integer({ min: 0, max: 60 }),
  }),
  { nil: undefined, freq: 3 },
);

test(
  'every combination of filters and sorts returns the same as checking every row, page by page',
  { timeout: STORY_LIMIT_MS },
  async () => {
    const sizes = new Set<number>();
    await fc.assert(
      fc.asyncProperty(
        queryArbitrary,
        fc.integer({ min: 1, max: 60 }),
        reachArbitrary,
        async (query, limit, reach) => {
          const found: string[] = [];
          let cursor: string | undefined;
          do {
            const page = await searchCampaigns(database.db, { ...query, cursor }, limit, reach);
            expect(page.rows.length).toBeLessThanOrEqual(limit);
            found.push(...page.rows.map(({ id }) => id));
            cursor = page.nextCursor ?? undefined;
          } while (cursor !== undefined);
          expect(found).toEqual(expected(query));
          sizes.add(found.length);
          const active = rows.filter(({ id, status }) => status === 'active' && found.includes(id));
          const [most, { sort: _, ...filters }] = [limit, query];
          expect(await countMatching(database.db, filters, most)).toEqual({
            found: Math.min(found.length, most + 1),
            active: Math.min(active.length, most + 1),
          });
        },
      ),
      { numRuns: 400 },
    );
    expect(sizes.size).toBeGreaterThan(10);
  },
);

test('rows are read like drizzle reads them', async () => {
  const { rows: found } = await searchCampaigns(database.db, {}, 400);
  expect(found).toEqual(found.map(({ id }) => rows.find((row) => row.id === id)));
});

test('each filter includes some campaigns and excludes some', async () => {
  const visible = expected({}).length;
  const singles: CampaignQuery[] = [
    { q: 'coffee' },
    { city: 'Chicago' },
    { campaignType: 'social' },
    { platform: 'tiktok' },
    { followers: 20_000 },
    { minPay: 40 },
    { maxPay: 40 },
    { status: 'active' },
    { open: 'true' },
    { near: '37.5,-122.5', radius: 30_000 },
  ];
  for (const query of singles) {
    const { rows: found } = await searchCampaigns(database.db, query, 400);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(visible);
    expect(found.map(({ id }) => id)).toEqual(expected(query));
  }
});

describe('contradictory parameters', () => {
  const id = '00000000-0000-4000-8000-000000000001';
  test.each<[CampaignQuery, string]>([
    [{ radius: 1000 }, 'near'],
    [{ sort: 'distance' }, 'near'],
    [{ near: '91,0', sort: 'distance' }, 'near'],
    [{ near: '0,181', radius: 5 }, 'near'],
    [{ cursor: 'x' }, 'cursor'],
    [{ cursor: '~~' }, 'cursor'],
    [{ cursor: `2026-11-02T15:00:00.000Z~${id.slice(1)}` }, 'cursor'],
    [{ cursor: `yesterday~${id}` }, 'cursor'],
    [{ cursor: `%2B275760-09-13T00%3A00%3A00.000Z~${id}` }, 'cursor'],
    [{ cursor: `NaN~${id}`, sort: 'pay' }, 'cursor'],
    [{ cursor: `~${id}`, sort: 'pay' }, 'cursor'],
    [{ cursor: `2.5~${id}`, sort: 'pay' }, 'cursor'],
    [{ cursor: '%zz~x' }, 'cursor'],
  ])('refuses %o', async (query, field) => {
    const refusal = await searchCampaigns(database.db, query, 10).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({
      code: 'request/invalid',
      details: { fields: { [field]: expect.any(String) } },
    });
  });
});

describe('query plans', () => {
  const near = { near: '37.5,-122.5' };
  test.each<[string, CampaignQuery, string]>([
    ['everything public', {}, 'campaign_newest'],
    ['the open ones', { open: 'true' }, 'campaign_list_newest'],
    ['completed by start', { status: 'completed', sort: 'start' }, 'campaign_list_start'],
    ['by pay', { sort: 'pay' }, 'campaign_list_pay'],
    ['a type', { campaignType: 'wearable' }, 'campaign_newest'],
    ['a band of pay by start', { minPay: 20, maxPay: 30, sort: 'start' }, 'campaign_list_start'],
    ['a platform by pay', { platform: 'tiktok', sort: 'pay' }, 'campaign_lane_pay'],
    ['of a city', { open: 'true', city: 'Chicago' }, 'campaign_city_newest'],
    ['of a city by start', { city: 'Chicago', minPay: 20, sort: 'start' }, 'campaign_city_start'],
    ['of a city by pay', { city: 'Chicago', sort: 'pay' }, 'campaign_city_pay'],
    ['of a city and a band by pay', { city: 'Chicago', minPay: 20, sort: 'pay' }, 'campaign_city_lane_pay'],
    ['the nearest', { ...near, sort: 'distance' }, 'campaign_point'],
    ['the nearest open ones', { ...near, open: 'true', sort: 'distance' }, 'campaign_point_open'],
  ])('%s: walks an index in order and reads no other rows', async (_, query, index) => {
    const plan = await readPlan(query);
    expect(plan).toMatch(new RegExp(`using ${index} `));
    expect(plan).not.toContain('Seq Scan');
  });

  async function readPlan(query: CampaignQuery): Promise<string> {
    const sent: { text: string; values: unknown[] }[] = [];
    const original = database.pool.query.bind(database.pool);
    const spied = (config: { text: string }, values: unknown[]) => {
      sent.push({ text: config.text, values });
      return original(config, values);
    };
    database.pool.query = spied as unknown as typeof database.pool.query; // drizzle calls this one overload
    try {
      await searchCampaigns(database.db, query, 50);
    } finally {
      database.pool.query = original as typeof database.pool.query; // bound, otherwise the same
    }
    // The first statement searches. A second one may read rows by id.
    const [statement] = sent;
    if (!statement) throw new Error('no statement was sent');
    const client = await database.pool.connect();
    try {
      await client.query('set enable_seqscan = off; set enable_bitmapscan = off');
      const { rows: lines } = await client.query(`explain ${statement.text}`, statement.values);
      return lines.map((line) => line['QUERY PLAN']).join('\n');
    } finally {
      await client.query('reset enable_seqscan; reset enable_bitmapscan');
      client.release();
    }
  }
});
