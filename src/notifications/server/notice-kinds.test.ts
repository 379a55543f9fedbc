import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOwnAccount } from '#auth/account-contract.ts';
import { transact } from '#platform/server/db/transact.ts';
import { testApp, type TestApp } from '../../../tests/support/app.ts';
import { type NoticeKind, noticeKinds } from './notice-kinds.ts';
import { tell } from './service.ts';

/** What tells somebody something: one text for each subscription, from its event to its end. */
interface Telling {
  event: string;
  source: string;
  kinds: string[];
}

const here = import.meta.dirname;
const files = [
  ...readdirSync(here)
    .filter((name) => name.endsWith('subscriptions.ts'))
    .map((name) => join(here, name)),
  resolve(here, '../../admin/server/module.ts'),
];
const all = Object.keys(noticeKinds);
const written = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split(/\bon\((?=\w+,)/)
    .slice(1)
    .map((text) => {
      const source = text.split('\n}\n')[0] ?? '';
      const kinds = [...source.matchAll(/\bkind(?::| =) (['`])(.+?)\1/g)].map(([, , kind = '']) => kind);
      return { event: /^\w+/.exec(text)?.[0] ?? '', source, kinds };
    }),
);
const literal = new Set(written.flatMap(({ kinds }) => kinds));
/** 'kyc.${…}' stands for those that are written nowhere else. */
const meant = (kind: string): string[] => {
  if (!kind.includes('${')) return [kind];
  const [beginning = ''] = kind.split('${');
  return all.filter((one) => one.startsWith(beginning) && !literal.has(one));
};
const tellings: Telling[] = written
  .map((telling) => ({ ...telling, kinds: telling.kinds.flatMap(meant) }))
  .filter(({ kinds }) => kinds.length > 0);

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test('every kind that is told is declared, and every one that is declared is told', () => {
  expect([...new Set(tellings.flatMap(({ kinds }) => kinds))].toSorted()).toEqual(all.toSorted());
});

test.each(tellings.map((telling) => [telling.event, telling] as const))(
  'the notices of %s are declared to name somebody where they look up a name',
  (_, { source, kinds }) => {
    const looksUp = /\b(?:nameOf|memberName|businessName)\(/.test(source);
    const naming = kinds.filter((kind) => noticeKinds[kind as NoticeKind].namesSomebody);
    expect(naming.length > 0, kinds.join()).toBe(looksUp);
  },
);

test('whoever goes is in no notice of a kind that names somebody, also not under a name of before', async () => {
  const reader = await app.signIn('advertiser');
  const gone = await app.signIn('marketer');
  await transact(app.deps.db, async (tx) => {
    for (const kind of all as NoticeKind[]) {
      await tell(tx, app.deps, reader.userId, {
        kind,
        ref: `${gone.userId}:${kind}`,
        title: 'About Ottoline Vale',
        text: 'Ottoline Vale was here.',
        href: '/',
        isMailed: true,
      });
    }
  });
  expect((await gone.call(deleteOwnAccount)).status).toBe(200);
  const { rows } = await app.database.asOwner('select kind from notification where account_id = $1', [
    reader.userId,
  ]);
  const { rows: mails } = await app.database.asOwner(
    "select split_part(ref, ':', 2) as kind from outbox where kind = 'mail' and payload::text like '%Ottoline%'",
  );
  const plain = all.filter((kind) => !noticeKinds[kind as NoticeKind].namesSomebody).toSorted();
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(plain);
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual(plain);
});
