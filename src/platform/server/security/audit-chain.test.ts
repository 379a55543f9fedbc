import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { audit } from './audit.ts';
import { sealAudit, verifyAudit } from './audit-chain.ts';
import { transact } from '../db/transact.ts';
import { systemRandom } from './random.ts';

const clock = { now: () => new Date('2026-11-02T15:00:00Z') };
const deps = { clock, random: systemRandom };

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const write = (count: number, reason?: string) =>
  transact(database.db, async (tx) => {
    for (let number = 0; number < count; number += 1) {
      await audit(tx, deps, {
        actor: null,
        action: 'proof.approved',
        object: { kind: 'thing', id: `${number}` },
        reason,
      });
    }
  });
const seal = () => sealAudit({ db: database.db, clock });
const verdict = (known?: { number: number; hash: string }) => verifyAudit(database.db, known);
const positions = async () =>
  (await database.asOwner('select position from audit_entry order by position')).rows.map(
    (row) => row.position,
  );

async function tampered(statements: string[], check: () => Promise<void>): Promise<void> {
  await database.asOwner('begin');
  for (const table of ['audit_entry', 'audit_seal'])
    await database.asOwner(`alter table ${table} disable trigger user`);
  for (const statement of statements) await database.asOwner(statement);
  for (const table of ['audit_entry', 'audit_seal'])
    await database.asOwner(`alter table ${table} enable trigger user`);
  try {
    await check();
  } finally {
    await database.asOwner('rollback');
  }
}

it('an empty log is valid', async () => {
  expect(await verdict()).toEqual({
    sealed: 0,
    skipped: 0,
    expired: 0,
    waiting: 0,
    head: { number: 0, hash: '0'.repeat(64) },
    problems: [],
  });
});

it('seals each entry once, in order', async () => {
  await write(3, 'naïve “quotes” \\ and a line\nmore');
  expect(await verdict()).toMatchObject({ sealed: 0, waiting: 3, problems: [] });
  expect(await seal()).toBe(3);
  expect(await seal()).toBe(0);
  const { rows } = await database.asOwner('select number, position from audit_seal order by number');
  expect(rows.map((row) => row.number)).toEqual([1, 2, 3]);
  expect(rows.map((row) => row.position)).toEqual(await positions());
  expect(await verdict()).toMatchObject({ sealed: 3, waiting: 0, head: { number: 3 }, problems: [] });
});

it('seals more than one batch, and the chain is valid in any time zone', async () => {
  await write(1100);
  expect(await seal()).toBe(1100);
  await database.pool.query(`set timezone = 'Asia/Tokyo'`);
  expect(await verdict()).toMatchObject({ sealed: 1103, waiting: 0, problems: [] });
  await database.pool.query('reset timezone');
});

it('recognises a known seal and rejects another one', async () => {
  const { head } = await verdict();
  await write(1);
  await seal();
  expect((await verdict(head)).problems).toEqual([]);
  const other = { number: head.number, hash: 'f'.repeat(64) };
  expect((await verdict(other)).problems).toEqual([{ at: head.number, kind: 'other-chain' }]);
});

it('verifies at most the given number of newest entries and reports how many it skipped', async () => {
  const whole = await verdict();
  const of = (atMost: number) => verifyAudit(database.db, undefined, atMost);
  expect(whole.skipped).toBe(0);
  expect(await of(whole.sealed)).toEqual(whole);
  expect(await of(10)).toEqual({ ...whole, sealed: 10, skipped: whole.sealed - 10 });
  const [old, young] = [(await positions())[1], (await positions()).at(-2)];
  const alter = (position: number | undefined) =>
    `update audit_entry set reason = 'x' where position = ${position}`;
  await tampered([alter(old), alter(young)], async () => {
    expect((await of(10)).problems).toEqual([{ at: young, kind: 'altered' }]);
    expect((await verdict()).problems).toHaveLength(2);
  });
  await tampered([`delete from audit_seal where number = ${whole.sealed - 10}`], async () => {
    // The verification would start after this seal. It starts after the newest seal before it and reports the
    // missing one.
    const { sealed, problems } = await of(10);
    expect(sealed).toBe(10);
    expect(problems).toContainEqual({ at: whole.sealed - 10, kind: 'seal-missing' });
  });
});

it.each([
  ['an altered reason', `update audit_entry set reason = 'x' where position = $2`, 'altered'],
  ['another actor', `update audit_entry set actor_id = gen_random_uuid() where position = $2`, 'altered'],
  [
    'another time',
    `update audit_entry set at = at + interval '1 microsecond' where position = $2`,
    'altered',
  ],
  ['another address', `update audit_entry set ip_prefix = '10.0.0.0/24' where position = $2`, 'altered'],
  ['a removed entry', 'delete from audit_entry where position = $2', 'removed'],
] as const)('reports %s and nothing else', async (_, statement, kind) => {
  const [, second] = await positions();
  await tampered([statement.replace('$2', String(second))], async () => {
    expect((await verdict()).problems).toEqual([{ at: second, kind }]);
  });
});

it('reports an entry that is removed before it is sealed', async () => {
  await write(2);
  const [last] = (await positions()).toReversed();
  await tampered([`delete from audit_entry where position = ${last}`], async () => {
    expect(await verdict()).toMatchObject({ waiting: 2, problems: [{ at: last, kind: 'removed' }] });
  });
  expect(await seal()).toBe(2);
});

it('reports a missing seal if an entry is removed together with its seal', async () => {
  const [, second] = await positions();
  const statements = [
    `delete from audit_seal where position = ${second}`,
    `delete from audit_entry where position = ${second}`,
  ];
  await tampered(statements, async () => {
    expect((await verdict()).problems).toEqual([{ at: 2, kind: 'seal-missing' }]);
  });
});

it('reports the newest entries as missing if a known seal was removed with them', async () => {
  const { head } = await verdict();
  await tampered([`delete from audit_seal where number >= ${head.number}`], async () => {
    expect((await verdict(head)).problems).toContainEqual({ at: head.number, kind: 'other-chain' });
  });
});

it('reports an entry that was inserted without a seal', async () => {
  await tampered(
    [
      `insert into audit_entry (at, actor_role, action, object_kind, object_id) values (now(), 'admin', 'x', 'y', 'z')`,
    ],
    async () => {
      expect((await verdict()).problems).toEqual([{ at: expect.any(Number), kind: 'never-sealed' }]);
    },
  );
});

it.each(['update audit_seal set hash = hash', 'delete from audit_seal', 'truncate audit_seal'])(
  'rejects changes to seals: %s',
  async (statement) => {
    await expect(database.pool.query(statement)).rejects.toThrow(/permission denied/);
    await expect(database.asOwner(statement)).rejects.toThrow(/only ever added/);
  },
);
