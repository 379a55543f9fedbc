import type { App } from '#main/app.ts';
import { enterApplicationRole } from '#platform/server/db/application-role/application-pool.ts';
import { systemRandom } from '#platform/server/security/random.ts';
import type { ManyPeople } from '../people.ts';
import { ADMIN_EMAIL, signUp } from '../prepared-world.ts';
import { serveForBench } from './serve.ts';

const people = Number(process.env['BENCH_PEOPLE']);
/** All sign-in codes are the same, because the load generator cannot read the mail. */
const CODE = 123_456;

const accounts = `
  with named as (
    select g, case when g % 5003 = 7 then 'Ottilie Quandt' else
      (array['Maya','Noah','Marta','Ada','Omar','Lena','Ravi','Ines','Kofi','Mario'])[1 + g % 10] || ' ' ||
      (array['Field','Moreno','Okafor','Lindqvist','Haddad','Marchetti','Novak','Silva'])[1 + (g / 10) % 8] end as name
    from generate_series(1, $1::int) g
  )
  insert into account (id, email, role, verified_at, first_login_done, created_at, names)
  select gen_random_uuid(), 'person-' || g || '@mail.example', case when g % 4 = 0 then 'advertiser' else 'marketer' end,
    now(), true, date_trunc('milliseconds', now()) - g * interval '1 minute', name from named`;

const profiles = `
  insert into profile (account_id, first_name, last_name, updated_at)
  select id, split_part(names, ' ', 1), split_part(names, ' ', 2), created_at from account where names <> ''`;

async function makePeople({ deps }: App): Promise<string> {
  const client = await deps.db.$client.connect();
  try {
    await client.query('reset role');
    await client.query(accounts, [people]);
    await client.query(profiles);
    await client.query('analyze account, profile');
    const { rows } = await client.query<{ id: string }>(
      'select id from account order by created_at desc, id desc offset $1 limit 1',
      [Math.floor(people / 2)],
    );
    await enterApplicationRole(client);
    return rows[0]?.id ?? '';
  } finally {
    client.release();
  }
}

await serveForBench<ManyPeople>(
  async (app, _clock, address) => {
    const middleId = await makePeople(app);
    const { cookie } = await signUp(app, ADMIN_EMAIL, 'advertiser');
    return { address, admin: cookie, middleId, code: String(CODE) };
  },
  { hasWorker: true, random: { ...systemRandom, below: () => CODE } },
);
