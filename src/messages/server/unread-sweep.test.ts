import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { setNotificationChoice } from '#notifications/choices-contract.ts';
import { setNotificationSchedule } from '#notifications/schedule-contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { teamMember } from '#tests/support/people/team.ts';
import { markThreadRead } from '../contract.ts';
import { hiredTalk, send } from './test-talk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const subject = /^New message: /;

async function mails(client: Client, afterMs = 0): Promise<number> {
  app.clock.advance(afterMs);
  await app.runDue();
  const response = await client.request<never>(
    'GET',
    `/dev/mailbox.json?to=${encodeURIComponent(client.email)}`,
  );
  const all = response.body as unknown as { subject: string }[];
  return all.filter((mail) => subject.test(mail.subject)).length;
}
const mark = (client: Client, id: string, sequence: number) =>
  client.call(markThreadRead, { params: { id }, body: { sequence } });

it('emails after ten minutes, once until the conversation is read', async () => {
  const { advertiser, marketer, id } = await hiredTalk(app);
  await send(advertiser, id, 'one');
  expect(await mails(marketer, 9 * MINUTE)).toBe(0);
  expect(await mails(marketer, MINUTE)).toBe(1);
  await send(advertiser, id, 'two');
  expect(await mails(marketer, 60 * MINUTE)).toBe(1);
  expect(await mails(advertiser)).toBe(0);
  await mark(marketer, id, 3);
  await send(advertiser, id, 'three');
  expect(await mails(marketer, 10 * MINUTE)).toBe(2);
  const { text } = await app.lastMail(marketer.email);
  expect(text).toContain(`/messages/${id}`);
  expect(text).not.toContain('three');
});

it('sends none about what was read or answered in time', async () => {
  const { advertiser, marketer, id } = await hiredTalk(app);
  await send(advertiser, id, 'one');
  await mark(marketer, id, 2);
  await send(marketer, id, 'Hi');
  await send(advertiser, id, 'An answer');
  expect(await mails(advertiser, 30 * MINUTE)).toBe(0);
  expect(await mails(marketer)).toBe(1);
});

it('goes to everyone in the team who can answer, until one of them has read it', async () => {
  const { advertiser, marketer, id } = await hiredTalk(app);
  const manager = await teamMember(app, advertiser, 'manager');
  const viewer = await teamMember(app, advertiser, 'viewer');
  await send(marketer, id, 'one');
  await mark(viewer, id, 2);
  const counted = async () => [await mails(advertiser), await mails(manager), await mails(viewer)];
  app.clock.advance(10 * MINUTE);
  expect(await counted()).toEqual([1, 1, 0]);
  await mark(manager, id, 2);
  await send(marketer, id, 'two');
  await mark(manager, id, 3);
  app.clock.advance(10 * MINUTE);
  expect(await counted()).toEqual([1, 1, 0]);
});

it('does not email users who switched these emails off', async () => {
  const { advertiser, marketer, id } = await hiredTalk(app);
  await marketer.call(setNotificationChoice, { body: { topic: 'messages', isMailed: false } });
  await send(advertiser, id, 'one');
  expect(await mails(marketer, 10 * MINUTE)).toBe(0);
});

it('sends none after the quiet hours about what was read in them', async () => {
  const { advertiser, marketer, id } = await hiredTalk(app);
  const hour = (hours: number) =>
    `${String((app.clock.now().getUTCHours() + hours) % 24).padStart(2, '0')}:00`;
  const quietHours = { from: hour(0), until: hour(4) };
  await marketer.call(setNotificationSchedule, { body: { timeZone: 'UTC', quietHours, digestHour: null } });
  await send(advertiser, id, 'one');
  expect(await mails(marketer, 10 * MINUTE)).toBe(0);
  await mark(marketer, id, 2);
  await send(advertiser, id, 'two');
  expect(await mails(marketer, 10 * MINUTE)).toBe(0);
  expect(await mails(marketer, 4 * HOUR)).toBe(1);
  expect((await app.lastMail(marketer.email)).subject).toMatch(subject);
  await marketer.call(setNotificationSchedule, {
    body: { timeZone: 'UTC', quietHours: { from: hour(0), until: hour(4) }, digestHour: null },
  });
  await mark(marketer, id, 3);
  await send(advertiser, id, 'three');
  expect(await mails(marketer, 10 * MINUTE)).toBe(1);
  await mark(marketer, id, 4);
  expect(await mails(marketer, 4 * HOUR)).toBe(1);
});
