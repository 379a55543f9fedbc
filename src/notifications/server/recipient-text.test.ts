import { afterAll, beforeAll, expect, it } from 'vitest';
import { setLanguage } from '#auth/account-contract.ts';
import { msg, t } from '#kernel/text.ts';
import { transact } from '#platform/server/db/transact.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { listNotifications } from '../contract.ts';
import { notify } from './service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ listens: false });
});
afterAll(() => app.close());

const tell = (client: Client, ref: string) =>
  transact(app.deps.db, (tx) =>
    notify(tx, app.deps, client.userId, {
      kind: 'application.submitted',
      ref,
      title: msg('New applicant for {campaign}', { campaign: 'Cold brew' }),
      text: () => t('You have a place: {campaign}', { campaign: 'Cold brew' }),
      href: '/notifications',
      isMailed: true,
    }),
  );

async function readTexts(client: Client) {
  const { notifications } = (await client.call(listNotifications)).body;
  await app.runDue();
  const mails = await app.http.inject({ url: `/dev/mailbox.json?to=${encodeURIComponent(client.email)}` });
  const [mail] = mails.json<{ subject: string; text: string; html: string }[]>();
  if (!mail) throw new Error('no mail was sent');
  return { title: notifications[0]?.title, ...mail };
}

it('a notification and its email are in the language of their recipient', async () => {
  const english = await app.signIn('advertiser');
  const spanish = await app.signIn('advertiser');
  await spanish.call(setLanguage, { body: { language: 'es' } });
  for (const client of [english, spanish]) await tell(client, client.userId);

  const inEnglish = await readTexts(english);
  expect([inEnglish.title, inEnglish.subject]).toEqual(Array(2).fill('New applicant for Cold brew'));
  expect(inEnglish.text).toContain('Unsubscribe from emails about');
  expect(inEnglish.html).toContain('<html lang="en">');

  const inSpanish = await readTexts(spanish);
  expect([inSpanish.title, inSpanish.subject]).toEqual(Array(2).fill('Nuevo postulante para Cold brew'));
  expect(inSpanish.text).toContain('Tienes un cupo: Cold brew');
  expect(inSpanish.text).not.toContain('Unsubscribe');
  expect(inSpanish.html).toContain('<html lang="es">');
  expect(inSpanish.html).not.toContain('Unsubscribe');
});
