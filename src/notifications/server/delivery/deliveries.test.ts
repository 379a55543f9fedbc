import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deleteOwnAccount } from '#auth/account-contract.ts';
import { type Message, msg } from '#kernel/text.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { setNotificationChoice } from '../../choices-contract.ts';
import { listNotifications, markNotificationsRead } from '../../contract.ts';
import { getNotificationSchedule, setNotificationSchedule } from '../../schedule-contract.ts';
import { notify } from '../service.ts';
import { waitingSweep } from './waiting-sweep.ts';

let app: TestApp;
let reader: Client;
const timeZone = 'America/New_York';
const nights = { timeZone, quietHours: { from: '22:00', until: '07:00' }, digestHour: null };
/** Midnight in New York. */
const MIDNIGHT = '2027-01-11T05:00:00Z';
beforeAll(async () => {
  app = await testApp({ settings: { SESSION_IDLE_MS: String(365 * DAY) } });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(MIDNIGHT);
  reader = await app.signIn('marketer');
});

let facts = 0;
const tell = (
  client: Client,
  more: { kind?: 'payment.completed' | 'kyc.approved'; deadline?: Date; ref?: string } = {},
) => {
  facts += 1;
  const kind = more.kind ?? 'payment.completed';
  return transact(app.deps.db, (tx) =>
    notify(tx, app.deps, client.userId, {
      kind,
      ref: `fact-${facts}`,
      title: () => (kind === 'kyc.approved' ? 'You’re verified' : `$${facts}.00 is in your wallet`),
      text: msg('It has arrived.'),
      href: '/payments',
      isMailed: true,
      ...more,
    }),
  );
};

const tellAbout = (gone: Client, [kind, title]: ['team.left' | 'application.submitted', Message]) =>
  transact(app.deps.db, (tx) =>
    notify(tx, app.deps, reader.userId, {
      kind,
      ref: `${gone.userId}:${kind}`,
      title,
      text: msg('Ottoline Vale has acted.'),
      href: '/notifications',
      isMailed: true,
    }),
  );

async function listMails(client: Client): Promise<{ subject: string; text: string; html: string }[]> {
  await app.runDue();
  const answer = await app.http.inject({ url: `/dev/mailbox.json?to=${encodeURIComponent(client.email)}` });
  return answer.json();
}
const listSubjects = async (client: Client) => (await listMails(client)).map(({ subject }) => subject);

it('quiet hours delay an email, and several become one', async () => {
  await reader.call(setNotificationSchedule, { body: nights });
  await tell(reader);
  await tell(reader);
  expect(await listSubjects(reader)).toEqual([]);
  expect((await reader.call(listNotifications)).body.unread).toBe(2);
  app.clock.advance(7 * HOUR - MINUTE);
  expect(await listSubjects(reader)).toEqual([]);
  app.clock.advance(MINUTE);
  const [mail, ...others] = await listMails(reader);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('2 updates from Promenade');
  expect(mail?.text).toContain(`$${facts}.00 is in your wallet\nIt has arrived.\nhttp`);
  expect(mail?.text).toContain('Unsubscribe from emails about money: http');
  expect(mail?.html).toContain('See all notifications');
  await tell(reader);
  expect(await listSubjects(reader)).toHaveLength(2);
  app.clock.advance(DAY);
  expect(await listSubjects(reader)).toHaveLength(2);
});

it('emails about the account and about a deadline in the quiet hours do not wait', async () => {
  await reader.call(setNotificationSchedule, { body: nights });
  await tell(reader, { kind: 'kyc.approved' });
  expect(await listSubjects(reader)).toEqual(['You’re verified']);
  await tell(reader, { deadline: new Date('2027-01-11T11:00:00Z') });
  expect(await listSubjects(reader)).toHaveLength(2);
  await tell(reader, { deadline: new Date('2027-01-12T11:00:00Z') });
  expect(await listSubjects(reader)).toHaveLength(2);
  app.clock.advance(7 * HOUR);
  expect(await listSubjects(reader)).toHaveLength(3);
});

it('the summary collects a day, without what was read or switched off in the meantime', async () => {
  await reader.call(setNotificationSchedule, { body: { timeZone, quietHours: null, digestHour: 18 } });
  await tell(reader);
  await reader.call(markNotificationsRead, { body: { all: true } });
  await tell(reader);
  app.clock.advance(17 * HOUR);
  expect(await listSubjects(reader)).toEqual([]);
  app.clock.advance(HOUR);
  expect(await listSubjects(reader)).toEqual([`$${facts}.00 is in your wallet`]);
  await tell(reader);
  await reader.call(setNotificationChoice, { body: { topic: 'money', isMailed: false } });
  app.clock.advance(DAY);
  expect(await listSubjects(reader)).toHaveLength(1);
});

it('what waits follows a changed schedule, and is sent once by two processes', async () => {
  await reader.call(setNotificationSchedule, { body: nights });
  await tell(reader);
  await reader.call(setNotificationSchedule, { body: { ...nights, quietHours: null } });
  await Promise.all([app.runDue(), app.runDue()]);
  expect(await listSubjects(reader)).toHaveLength(1);
  expect((await reader.call(getNotificationSchedule)).body.schedule).toEqual({ ...nights, quietHours: null });
});

it.each([
  ['an unknown time zone', { ...nights, timeZone: 'Mars/Olympus' }, 'timeZone'],
  ['an impossible time', { ...nights, quietHours: { from: '25:00', until: '07:00' } }, 'quietHours.from'],
  ['an empty span', { ...nights, quietHours: { from: '07:00', until: '07:00' } }, 'quietHours.until'],
  ['an impossible hour', { ...nights, digestHour: 24 }, 'digestHour'],
])('%s is refused, and nothing changes', async (_, body, field) => {
  const answer = await reader.call(setNotificationSchedule, { body });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.error.fields ?? {})).toEqual([field]);
  expect((await reader.call(getNotificationSchedule)).body.schedule).toBeNull();
});

it('deleting an account erases what waits for it and about it', async () => {
  const gone = await app.signIn('marketer');
  for (const client of [reader, gone]) await client.call(setNotificationSchedule, { body: nights });
  await tell(gone);
  await tellAbout(gone, ['team.left', msg('Ottoline Vale left your team')]);
  await app.database.asOwner(
    `insert into waiting_delivery select account_id, 'email', 'team.joined', ref || 'x', title, text, href, null, now(), now()
     from notification where account_id = $1`,
    [reader.userId],
  );
  expect((await gone.call(deleteOwnAccount)).status).toBe(200);
  const { rows } = await app.database.asOwner(
    'select kind from waiting_delivery where account_id = any($1)',
    [[reader.userId, gone.userId]],
  );
  expect(rows).toEqual([]);
});

it('deleting an account withdraws unsent summaries that name its user, and no others', async () => {
  const gone = await app.signIn('marketer');
  const other = await app.signIn('marketer');
  for (const client of [reader, other]) {
    await client.call(setNotificationSchedule, { body: nights });
    for (let count = 0; count < 2; count += 1) await tell(client);
  }
  await tellAbout(gone, ['application.submitted', msg('New applicant for Harbor walk')]);
  app.clock.advance(7 * HOUR);
  // The mail server is away, so the summaries stay queued.
  await waitingSweep(app.deps).run(app.deps);
  const signedInAgain = await app.signIn('marketer', gone.email);
  expect((await signedInAgain.call(deleteOwnAccount)).status).toBe(200);
  expect(await listMails(reader)).toEqual([]);
  expect(await listSubjects(other)).toEqual(['2 updates from Promenade']);
  const { rows } = await app.database.asOwner(`select ref from outbox where payload::text like '%Ottoline%'`);
  expect(rows).toEqual([]);
});
