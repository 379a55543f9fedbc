import { expect, test } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import type { WebhookEntry } from '../../admin-contract.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { newCampaign } from '#tests/support/payments/world.ts';
import { nextIn } from '#tests/support/journeys/pages.ts';

const stage = stagePayments();

let adminId: string | undefined;

async function ask(path: string) {
  adminId ??= await stage.world.newAccount('admin');
  const headers = { cookie: stage.world.cookieOf(adminId, 'admin') };
  return stage.world.http.inject({ method: 'GET', url: `/api/admin/webhooks${path}`, headers });
}

async function pages(query = ''): Promise<WebhookEntry[][]> {
  const read: WebhookEntry[][] = [];
  let next: string | undefined = query;
  while (next !== undefined) {
    const answer = await ask(next);
    expect(answer.statusCode).toBe(200);
    expect(answer.payload).not.toContain('create_time');
    read.push(answer.json());
    next = nextIn(answer.headers)?.replace('/api/admin/webhooks', '');
  }
  return read;
}

const list = async (query = '') => (await pages(query)).flat();

async function looks(): Promise<Record<string, string>[]> {
  const { rows } = await stage.database.pool.query(
    "select actor_id, object_id from audit_entry where action = 'webhook.viewed' order by position",
  );
  return rows;
}

async function noticeOfCapture(): Promise<WebhookEntry> {
  const payerId = await stage.world.newAccount('advertiser');
  const { captureId } = await stage.world.pay(newCampaign(payerId, 1, 10_000));
  const delivery = await stage.letterbox.deliveryOf('PAYMENT.CAPTURE.COMPLETED', captureId);
  expect(await stage.letterbox.deliver(stage.world, delivery)).toBe(200);
  const found = (await list()).find(({ id }) => id === delivery.event.id);
  if (!found) throw new Error('the notice is not listed');
  return found;
}

test('lists a webhook as received, and its object once it is processed', async () => {
  const before = await noticeOfCapture();
  expect(before).toEqual({
    id: expect.any(String),
    type: 'PAYMENT.CAPTURE.COMPLETED',
    resource: expect.any(String),
    receivedAt: stage.clock.now().toISOString(),
    handledAt: null,
    outcome: null,
  });
  stage.clock.advance(MINUTE);
  await stage.world.worker.runDue();
  const [after] = await list();
  const handled = { handledAt: stage.clock.now().toISOString(), outcome: expect.stringMatching(/^order /) };
  expect(after).toEqual({ ...before, ...handled });
});

test('shows the body to an admin and audits each read', async () => {
  const { id } = await noticeOfCapture();
  expect(await looks()).toEqual([]);
  const answer = await ask(`/${encodeURIComponent(id)}`);
  const { deliveries } = stage.letterbox;
  const sent = deliveries.find(({ event }) => event.id === id)?.body.toString();
  expect(answer.json()).toMatchObject({ id, type: 'PAYMENT.CAPTURE.COMPLETED', body: sent });
  expect(await looks()).toEqual([{ actor_id: adminId, object_id: id }]);
});

test('an unknown webhook is not found and not audited', async () => {
  const before = await looks();
  const answer = await ask('/WH-UNKNOWN');
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'request/not-found']);
  expect(await looks()).toEqual(before);
});

test('pages add up to the whole list, newest first, of all types or one', async () => {
  for (let round = 0; round < 3; round += 1) await noticeOfCapture();
  await stage.database.pool.query(
    `insert into webhook_event (id, event_type, raw, received_at)
     select 'WH-' || n, case n when 3 then 'CUSTOMER.DISPUTE.CREATED' else 'PAYMENT.CAPTURE.PENDING' end, '{}', $1
     from generate_series(1, 7) n`,
    [stage.clock.now()],
  );
  const [whole = [], ...others] = await pages('?limit=100');
  expect(others).toEqual([]);
  expect(whole.length).toBeGreaterThan(9);
  const moments = whole.map(({ receivedAt }) => receivedAt);
  expect(moments).toEqual(moments.toSorted().toReversed());
  for (const type of [undefined, 'PAYMENT.CAPTURE.PENDING']) {
    const read = await pages(`?${new URLSearchParams({ limit: '2', ...(type && { type }) })}`);
    const matching = whole.filter((entry) => type === undefined || entry.type === type);
    expect(read).toHaveLength(Math.ceil(matching.length / 2));
    expect(read.flat()).toEqual(matching);
  }
  expect(await pages('?limit=2&sort=oldest').then((read) => read.flat())).toEqual(whole.toReversed());
  expect((await list('?type=CUSTOMER.DISPUTE.CREATED')).map(({ id }) => id)).toEqual(['WH-3']);
  expect(await pages('?type=PAYMENT')).toEqual([[]]);
});

test.each(['nonsense', 'yesterday~WH-1'])('rejects the cursor %s', async (cursor) => {
  const answer = await ask(`?cursor=${encodeURIComponent(cursor)}`);
  expect([answer.statusCode, answer.json().fields]).toEqual([400, { cursor: expect.any(String) }]);
});
