import { afterAll, beforeAll, expect, it } from 'vitest';
import kernelTexts from '#kernel/texts.es.json' with { type: 'json' };
import { type TestApp, testApp } from '#tests/support/app.ts';
import { setLanguage } from '../../account-contract.ts';
import { getCurrentUser } from '../../contract.ts';
import { loadLanguages } from '../service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ listens: false });
});
afterAll(() => app.close());

const english = 'There’s nothing at this address.';
const spanish = kernelTexts[english];

async function readError(client = app.visitor(), accepted?: string): Promise<string> {
  const headers: Record<string, string> = accepted ? { 'accept-language': accepted } : {};
  return (await client.request('GET', '/api/nothing', undefined, { headers })).error.message;
}

it('a visitor reads the first language of the browser that has texts', async () => {
  expect(spanish).not.toBe(english);
  expect(await readError()).toBe(english);
  expect(await readError(app.visitor(), 'es-MX,es;q=0.9,en;q=0.8')).toBe(spanish);
  expect(await readError(app.visitor(), 'de,en;q=0.5')).toBe(english);
});

it('a choice counts more than the languages of the browser', async () => {
  const visitor = app.visitor();
  visitor.cookies.set('language', 'en');
  expect(await readError(visitor, 'es')).toBe(english);
  visitor.cookies.set('language', 'xx');
  expect(await readError(visitor, 'es')).toBe(spanish);
});

it('also answers a refused body in the language of its reader', async () => {
  const headers = { 'accept-language': 'es' };
  const user = await app.signIn('marketer');
  const answer = await user.request('PUT', setLanguage.path, { language: 'de' }, { headers });
  expect(answer.status).toBe(400);
  expect(answer.error.message).toBe(kernelTexts['Please check the highlighted fields.']);
});

it('the account keeps the choice', async () => {
  const user = await app.signIn('marketer');
  expect((await user.call(getCurrentUser)).body.language).toBe('en');
  expect((await user.call(setLanguage, { body: { language: 'es' } })).status).toBe(200);
  expect((await user.call(getCurrentUser)).body.language).toBe('es');
  expect(await loadLanguages(app.deps.db, [user.userId])).toEqual(new Map([[user.userId, 'es']]));
});

it('a new account gets the language in which its user signed up', async () => {
  const visitor = app.visitor();
  const signUp = { email: 'nueva@promenade.test', userType: 'marketer' };
  const headers = { 'accept-language': 'es' };
  await visitor.request('POST', '/auth/email', signUp, { headers });
  await app.runDue();
  const { code } = await app.lastMail(signUp.email);
  await visitor.request('POST', '/auth/email/confirm', { code }, { headers });
  expect((await visitor.call(getCurrentUser)).body.language).toBe('es');
});
