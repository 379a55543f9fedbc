import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { CampaignState, campaignProcess, platformContent } from '../contract.ts';
import { Tier } from '../fields-contract.ts';
import { listPricingTiers } from './store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

describe('the pricing tiers of a new database', () => {
  test('cover every content type of every platform in all five tiers, and nothing more', async () => {
    const rows = await listPricingTiers(database.db);
    const wanted = Object.entries(platformContent).flatMap(([platform, contents]) =>
      contents.flatMap((content) => Tier.options.map((tier) => `${platform} ${content} ${tier}`)),
    );
    const found = rows.map((row) => `${row.platform} ${row.contentType} ${row.tier}`);
    expect(found.toSorted()).toEqual(wanted.toSorted());
  });

  test('rise with the tier without gaps, from $5 to $10,000', async () => {
    const rows = await listPricingTiers(database.db);
    for (const row of rows) {
      expect(row.minCents).toBeLessThan(row.maxCents);
      const next = Tier.options[Tier.options.indexOf(row.tier) + 1];
      const above = rows.find(
        (other) =>
          other.platform === row.platform && other.contentType === row.contentType && other.tier === next,
      );
      if (above) expect(above.minCents).toBe(row.maxCents);
    }
    expect(Math.min(...rows.map((row) => row.minCents))).toBe(500);
    expect(Math.max(...rows.map((row) => row.maxCents))).toBe(1_000_000);
  });

  test('cannot be changed by the application', async () => {
    await expect(database.pool.query('update pricing_tier set min_cents = 600')).rejects.toMatchObject({
      code: '42501',
    });
  });
});

describe('the campaign table', () => {
  const advertiserId = '00000000-0000-4000-8000-000000000001';
  const id = '00000000-0000-4000-8000-000000000002';

  beforeAll(async () => {
    await database.asOwner(
      `insert into account (id, email, role, created_at) values ($1, 'ada@example.com', 'advertiser', now())`,
      [advertiserId],
    );
    await database.asOwner(
      `insert into campaign (id, advertiser_id, campaign_type, title, company, description, location, place_address,
         lat, lng, radius_meters, duration_minutes, start_time, opens_at, closes_at, proof_due_at, pay_cents,
         total_budget_cents, needed, is_complete, created_at, updated_at)
       values ($1, $2, 'wearable', 'Walk', 'Ada', 'Walk around the bay', 'Bay', 'Bay', 37.8, -122.4, 1000, 90,
         now(), now(), now() + interval '1 day', now() + interval '3 days', 4000, 8000, 2, true, now(), now())`,
      [id, advertiserId],
    );
  });

  test('computes the hourly equivalent, rounded to the cent', async () => {
    const { rows } = await database.asOwner('select hourly_cents from campaign where id = $1', [id]);
    expect(rows[0]).toEqual({ hourly_cents: 2667 });
  });

  const fund = `status = 'active', funded_at = now(), escrow_cents = 8000, fee_cents = 1200`;
  test.each([
    ['an unknown state', `status = 'open'`],
    ['an active one without money', `status = 'active'`],
    ['a draft with money', `funded_at = now(), escrow_cents = 8000, fee_cents = 1200`],
    [
      'an escrow that does not cover the places',
      `status = 'active', funded_at = now(), escrow_cents = 7999, fee_cents = 0`,
    ],
    ['a hired marketer in a draft', 'hired = 1'],
    ['more hired than needed', `${fund}, hired = 3`],
    ['more paid than hired', `${fund}, hired = 1, released = 2`],
    ['an incomplete one made public', `${fund}, is_complete = false`],
    ['a completed one without its reason', `${fund.replace('active', 'completed')}, completed_at = now()`],
    [
      'a completed one that was never closed',
      `${fund.replace('active', 'completed')}, completed_at = now(), close_reason = 'expired'`,
    ],
    ['a closed one without its reason', `${fund}, closing_since = now()`],
    ['a closed draft', `closing_since = now(), close_reason = 'cancelled'`],
    ['half a place', 'lat = null'],
    ['a complete one without pay', 'pay_cents = null'],
    ['a session under half an hour', 'duration_minutes = 29'],
    [
      'a complete one with photo checks but no location check',
      'spot_checks = 1, requires_location_check = false',
    ],
  ])('refuses %s', async (_, assignment) => {
    await expect(
      database.asOwner(`update campaign set ${assignment} where id = $1`, [id]),
    ).rejects.toMatchObject({ code: '23514' });
  });

  test('accepts a draft whose photo checks still lack the location check', async () => {
    const { rowCount } = await database.asOwner(
      'update campaign set is_complete = false, spot_checks = 1, requires_location_check = false where id = $1',
      [id],
    );
    expect(rowCount).toBe(1);
  });

  test('accepts every state of the process', async () => {
    const { rows } = await database.asOwner(
      `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'campaign_status_check'`,
    );
    const states = [...String(rows[0]?.definition).matchAll(/'(\w+)'/g)].map(([, state]) => state);
    expect(states).toEqual([...campaignProcess.states]);
    expect(CampaignState.options).toEqual([...campaignProcess.states]);
  });
});
