import { sql } from 'drizzle-orm';
import { type Clock, MINUTE } from '#kernel/time.ts';
import type { Db } from '../db/open-database.ts';
import type { Sweep } from '../outbox/sweep-runner.ts';
import { TOLERANCE_US } from './bucket.ts';
import { hashKey, type LimitStore } from './limit-store.ts';

export function postgresStore(db: Db, secret: string): LimitStore {
  return {
    usesTransactions: true,
    async take(name, nowUs, { stepUs, wholeUs }, tx) {
      const key = hashKey(secret, name);
      const present = sql`case when kept.full_at_us > ${nowUs + wholeUs + TOLERANCE_US} then ${nowUs}
        else greatest(kept.full_at_us, ${nowUs}) end + ${stepUs}`;
      const { rows } = await (tx ?? db).execute<{ isAllowed: boolean; fullAtUs: number }>(sql`
        with taken as (
          insert into rate_limit as kept (key, full_at_us) values (${key}, ${nowUs + stepUs})
          on conflict (key) do update set full_at_us = ${present} where ${present} <= ${nowUs + wholeUs}
          returning full_at_us
        )
        select true as "isAllowed", full_at_us as "fullAtUs" from taken
        union all
        select false, full_at_us from rate_limit where key = ${key} and not exists (select from taken)`);
      const [taken] = rows;
      // Without a row, or with one that would allow the call, other processes emptied the bucket during this statement.
      return taken && (taken.isAllowed || taken.fullAtUs + stepUs > nowUs + wholeUs)
        ? taken
        : { isAllowed: false, fullAtUs: nowUs + wholeUs };
    },
    close: async () => undefined,
  };
}

export function fullBucketsSweep({ db, clock }: { db: Db; clock: Clock }): Sweep {
  return {
    name: 'limits/full buckets',
    everyMs: MINUTE,
    // A clock that is ahead must fill no bucket, and the sweep waits for no call.
    run: () =>
      db.execute(sql`
        delete from rate_limit where key in (
          select key from rate_limit where full_at_us <= ${clock.now().getTime() * 1000 - TOLERANCE_US}
          for update skip locked)`),
  };
}
