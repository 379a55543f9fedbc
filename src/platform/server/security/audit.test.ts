import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { audit } from './audit.ts';
import { transact } from '../db/transact.ts';
import { systemRandom } from './random.ts';
import { inRequest } from './request-origin.ts';

const at = new Date('2026-11-02T15:00:00Z');
const deps = { clock: { now: () => at }, random: systemRandom };
const userId = systemRandom.uuid();

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

it('records actor, action, object and origin in order', async () => {
  await inRequest({ id: 'r1', ip: '203.0.113.77' }, () =>
    transact(database.db, (tx) =>
      audit(tx, deps, {
        actor: { userId, role: 'admin' },
        action: 'kyc.rejected',
        object: { kind: 'account', id: 'a' },
        reason: 'unreadable',
        details: { document: 'idDocument' },
      }),
    ),
  );
  await transact(database.db, async (tx) => {
    await audit(tx, deps, {
      actor: { userId, role: null },
      action: 'type.chosen',
      object: { kind: 'account', id: 'b' },
    });
    await audit(tx, deps, { actor: null, action: 'proof.approved', object: { kind: 'proof', id: 'c' } });
  });
  const { rows } = await database.asOwner(
    'select actor_id, actor_role, action, object_kind, object_id, reason, details, request_id, ip_prefix, at from audit_entry order by position',
  );
  expect(rows).toEqual([
    {
      actor_id: userId,
      actor_role: 'admin',
      action: 'kyc.rejected',
      object_kind: 'account',
      object_id: 'a',
      reason: 'unreadable',
      details: { document: 'idDocument' },
      request_id: 'r1',
      ip_prefix: '203.0.113.0/24',
      at,
    },
    expect.objectContaining({
      actor_id: userId,
      actor_role: 'none',
      reason: null,
      details: {},
      ip_prefix: null,
    }),
    expect.objectContaining({ actor_id: null, actor_role: 'platform', object_kind: 'proof' }),
  ]);
});

it('rolls back together with the change that it records', async () => {
  const count = async () => (await database.asOwner('select count(*)::int as n from audit_entry')).rows[0].n;
  const before = await count();
  const failing = transact(database.db, async (tx) => {
    await audit(tx, deps, { actor: null, action: 'proof.approved', object: { kind: 'proof', id: 'd' } });
    throw new Error('the change failed');
  });
  await expect(failing).rejects.toThrow('the change failed');
  expect(await count()).toBe(before);
});

it.each(['update audit_entry set reason = null', 'delete from audit_entry', 'truncate audit_entry'])(
  'rejects changes to entries: %s',
  async (statement) => {
    await expect(database.pool.query(statement)).rejects.toThrow(/permission denied/);
    await expect(database.asOwner(statement)).rejects.toThrow(/only ever added/);
  },
);
