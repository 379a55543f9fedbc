import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMilliseconds, DAY, MINUTE } from '#kernel/time.ts';
import { listPayments } from '#payments/contract.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { strongProof } from '#tests/support/people/sent-proofs.ts';
import { getProof } from '../../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { SESSION_IDLE_MS: String(2 * DAY) } });
});
afterAll(() => app.close());

test('a strong proof is approved by silence after 24 hours, not before', async () => {
  const { marketer, proofId } = await strongProof(app);
  const read = async () => succeed(marketer.call(getProof, { params: { id: proofId } }));
  const { submittedAt, ...sent } = await read();
  const dueAt = addMilliseconds(new Date(submittedAt), DAY);
  expect(sent).toMatchObject({ strength: 'strong', reviewDueAt: dueAt.toISOString() });
  app.clock.set(addMilliseconds(dueAt, -1));
  await app.runDue();
  expect((await read()).status).toBe('pending');
  app.clock.advance(MINUTE);
  await app.runDue();
  expect((await read()).status).toBe('approved');
  expect(await succeed(marketer.call(listPayments))).toHaveLength(1);
});
