import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import type { Db, Reader, Tx } from './open-database.ts';
import { transact } from './transact.ts';
import {
  isCheckViolation,
  databaseErrorCode,
  isForeignKeyViolation,
  isUniqueViolation,
} from './constraint-errors.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await database.asOwner('create table test_thing (n int primary key, constraint positive check (n > 0))');
  await database.asOwner(
    'create table test_part (thing int not null constraint of_thing references test_thing deferrable initially deferred)',
  );
});
beforeEach(() => database.asOwner('truncate test_thing, test_part'));
afterAll(() => database.close());

const add = (n: number) => sql`insert into test_thing (n) values (${n})`;
const things = async () =>
  (await database.pool.query<{ n: number }>('select n from test_thing order by n')).rows.map(({ n }) => n);

const isFree = async () => (await database.pool.query('select 1 as one')).rows.length === 1;

test('commits its work and returns the result', async () => {
  const answer = await transact(database.db, async (tx) => {
    await tx.execute(add(1));
    await tx.execute(add(2));
    return 'done';
  });
  expect(answer).toBe('done');
  expect(await things()).toEqual([1, 2]);
});

describe('rolls back', () => {
  test('if the work throws', async () => {
    const failing = transact(database.db, async (tx) => {
      await tx.execute(add(1));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await things()).toEqual([]);
    expect(await isFree()).toBe(true);
  });

  test('if a statement fails', async () => {
    const failing = transact(database.db, async (tx) => {
      await tx.execute(add(1));
      await tx.execute(add(1));
    });
    await expect(failing).rejects.toSatisfy((error) => isUniqueViolation(error, 'test_thing_pkey'));
    expect(await things()).toEqual([]);
  });

  test('if the commit fails', async () => {
    const failing = transact(database.db, async (tx) => {
      await tx.execute(add(1));
      await tx.execute(sql`insert into test_part (thing) values (7)`);
    });
    await expect(failing).rejects.toSatisfy((error) => isForeignKeyViolation(error, 'of_thing'));
    expect(await things()).toEqual([]);
    expect(await isFree()).toBe(true);
  });

  test('and throws if the error of a failed statement was caught', async () => {
    const failing = transact(database.db, async (tx) => {
      await tx.execute(add(1));
      await tx.execute(add(-1)).catch(() => {});
    });
    await expect(failing).rejects.toThrow('nothing was saved');
    expect(await things()).toEqual([]);
  });
});

describe('throws for', () => {
  test('a transaction inside a transaction', async () => {
    const nested = transact(database.db, () => transact(database.db, async () => {}));
    await expect(nested).rejects.toThrow('Bug: transact inside a transaction');
    expect(await isFree()).toBe(true);
  });

  test('the outer handle inside a transaction, also from a nested function', async () => {
    const lower = () => database.db.execute(sql`select 1`);
    const mixed = transact(database.db, async (tx) => {
      await tx.execute(add(1));
      await lower();
    });
    await expect(mixed).rejects.toSatisfy((error: Error) =>
      String(error.cause).includes('Bug: the outer database handle was used inside a transaction'),
    );
    expect(await things()).toEqual([]);
  });

  test('a transaction handle after its transaction has ended', async () => {
    let kept: Tx | undefined;
    await transact(database.db, async (tx) => {
      kept = tx;
    });
    await expect(kept?.execute(add(1))).rejects.toSatisfy((error: Error) =>
      String(error.cause).includes('after its transaction had ended'),
    );
    expect(() => kept?.afterCommit(() => {})).toThrow('has ended');
    expect(() => kept?.send(add(1))).toThrow('has ended');
    expect(() => kept?.sendWithCommit(() => add(1), 1)).toThrow('has ended');
  });

  test('but not for work that a transaction started and that runs after its end', async () => {
    let hasEnded = () => {};
    const end = new Promise<void>((resolve) => (hasEnded = resolve));
    let later: Promise<unknown> = Promise.resolve();
    await transact(database.db, async () => {
      later = end.then(() => database.db.execute(add(5)));
    });
    hasEnded();
    await later;
    expect(await things()).toEqual([5]);
  });
});

describe('sends', () => {
  test('statements without waiting, in order, before those that follow', async () => {
    const read = await transact(database.db, async (tx) => {
      tx.send(add(1));
      tx.send(sql`update test_thing set n = n + 1`);
      tx.send(add(1));
      const { rows } = await tx.execute(sql`select n from test_thing order by n`);
      tx.send(add(3));
      return rows;
    });
    expect(read).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await things()).toEqual([1, 2, 3]);
  });

  test.each([[true], [false]])(
    'and throws the error of one that failed, if another follows: %s',
    async (isFollowed) => {
      const failing = transact(database.db, async (tx) => {
        tx.send(add(1));
        tx.send(add(1));
        if (isFollowed) await tx.execute(add(2));
      });
      await expect(failing).rejects.toSatisfy((error) => isUniqueViolation(error, 'test_thing_pkey'));
      expect(await things()).toEqual([]);
      expect(await isFree()).toBe(true);
    },
  );

  test('and throws the error of the work, even if one failed', async () => {
    const failing = transact(database.db, async (tx) => {
      tx.send(add(-1));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await things()).toEqual([]);
  });

  test('rows with the commit, each with the others of its statement', async () => {
    const sizes: number[] = [];
    const insert = (sign: 1 | -1) => (_: Tx, rows: number[]) => {
      sizes.push(rows.length);
      const values = rows.map((n) => sql`(${n}::int * ${sign}::int)`);
      return sql`insert into test_thing (n) values ${sql.join(values, sql`, `)}`;
    };
    const [first, second, refused] = [insert(1), insert(1), insert(-1)];
    const seen = await transact(database.db, async (tx) => {
      tx.sendWithCommit(first, 1);
      tx.sendWithCommit(second, 2);
      tx.sendWithCommit(first, 3);
      return (await tx.execute(sql`select n from test_thing`)).rows;
    });
    expect([seen, sizes]).toEqual([[], [2, 1]]);
    expect(await things()).toEqual([1, 2, 3]);
    const failing = transact(database.db, async (tx) => {
      tx.sendWithCommit(first, 4);
      tx.sendWithCommit(refused, 5);
    });
    await expect(failing).rejects.toSatisfy((error) => isCheckViolation(error, 'positive'));
    expect(await things()).toEqual([1, 2, 3]);
  });
});

test('runs hooks after a commit, and not after a rollback', async () => {
  const seen: string[] = [];
  await transact(database.db, async (tx) => {
    tx.afterCommit(() => seen.push('committed'));
    seen.push('working');
  });
  const failing = transact(database.db, async (tx) => {
    tx.afterCommit(() => seen.push('never'));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(seen).toEqual(['working', 'committed']);
});

test('retries a conflict three times and other errors never', async () => {
  const fail = async (code: string) => {
    let attempts = 0;
    const failing = transact(database.db, async (tx) => {
      attempts += 1;
      await tx.execute(add(attempts));
      await tx.execute(sql.raw(`do $$ begin raise exception 'lost' using errcode = '${code}'; end $$`));
    });
    await expect(failing).rejects.toSatisfy((error) => databaseErrorCode(error) === code);
    return attempts;
  };
  expect(await fail('40001')).toBe(4);
  expect(await fail('40P01')).toBe(4);
  expect(await fail('23505')).toBe(1);
  expect(await things()).toEqual([]);
});

describe('if one of several concurrent statements fails, its error is the one that counts', () => {
  const deep = async (work: () => Promise<unknown>, levels = 8): Promise<unknown> =>
    levels === 0 ? work() : await deep(work, levels - 1);

  test('retries a conflict', async () => {
    let runs = 0;
    await transact(database.db, async (tx) => {
      runs += 1;
      const lost = () => tx.execute(sql`do $$ begin raise 'lost' using errcode = '40P01'; end $$`);
      await Promise.all([...(runs === 1 ? [deep(lost)] : []), tx.execute(add(runs))]);
    });
    expect(runs).toBe(2);
    expect(await things()).toEqual([2]);
  });

  test('throws the violation of the constraint', async () => {
    const failing = transact(database.db, (tx) =>
      Promise.all([deep(() => tx.execute(add(-1))), tx.execute(add(1))]),
    );
    await expect(failing).rejects.toSatisfy((error) => isCheckViolation(error, 'positive'));
  });
});

test('a read-only snapshot rejects writes', async () => {
  const writing = transact(database.db, (tx) => tx.execute(add(1)), { readOnlySnapshot: true });
  await expect(writing).rejects.toSatisfy((error) => databaseErrorCode(error) === '25006');
});

test('distinguishes violations by kind and constraint', async () => {
  const error: unknown = await transact(database.db, (tx) => tx.execute(add(-1))).catch(
    (caught: unknown) => caught,
  );
  expect(isCheckViolation(error)).toBe(true);
  expect(isCheckViolation(error, 'positive')).toBe(true);
  expect(isCheckViolation(error, 'other')).toBe(false);
  expect(isUniqueViolation(error)).toBe(false);
  expect(isCheckViolation(new Error('wrapped', { cause: error }), 'positive')).toBe(true);
  expect(isCheckViolation(new Error('unrelated'))).toBe(false);
});

test('the types Tx and Db are not interchangeable, and Reader accepts both', () => {
  expectTypeOf<Db>().not.toExtend<Tx>();
  expectTypeOf<Tx>().not.toExtend<Db>();
  expectTypeOf<Db>().toExtend<Reader>();
  expectTypeOf<Tx>().toExtend<Reader>();
});
