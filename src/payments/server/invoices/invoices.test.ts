import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { DAY, MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { invoiceSteps } from '#tests/support/payments/invoices.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { catchRefusal, type Paid } from '#tests/support/payments/world.ts';
import { settleDelayMs } from '#tests/support/wallet/simulator.ts';
import { getPdfTexts } from '#tests/support/pdf-texts.ts';
import { pollDispute } from '../chargebacks/chargebacks.ts';
import { pollRefund } from '../refunds/refund-outcome.ts';
import { captureOrder } from '../service.ts';
import { payShortfall } from '../shortfalls/shortfall-orders.ts';
import { issueCreditNotes, issueInvoice, openInvoice, sweepCreditNotes } from './invoice-service.ts';
import { listIssued } from './invoice-store.ts';
import { formatInvoicesCsv } from './invoices-csv.ts';

const stage = stagePayments();
const { billing, refund, settle, toActor } = invoiceSteps(stage);

async function funded(): Promise<Paid> {
  const paid = await stage.world.fund(3, 4000);
  await stage.world.worker.runDue();
  return paid;
}
const issue = (paid: Paid) => issueInvoice(stage.world.deps, toActor(paid), paid.orderId);

const readText = async (paid: Paid, id: string) =>
  getPdfTexts((await openInvoice(stage.world.deps, toActor(paid), id)).content);

async function lose({ captureId }: Paid): Promise<void> {
  const { json } = await stage.simulator.control('POST', '/disputes', { captureId });
  await stage.simulator.control('POST', `/disputes/${json.disputeId}`, { outcome: 'lost' });
  expect(await pollDispute(stage.world.deps, json.disputeId)).toBe('booked');
}

async function readRows({ campaignId }: Paid) {
  const { rows } = await stage.database.pool.query(
    `select id, kind, number, fee_cents, vat_cents, deposit_cents, buyer_name, treatment from invoice
     where campaign_id = $1 order by kind desc, number`,
    [campaignId],
  );
  return rows;
}

test('an invoice shows the fee with its VAT, and the escrow as not taxed', async () => {
  const paid = await funded();
  await billing(paid, { country: 'IE', vatId: 'IE7654321FA' });
  const invoice = await issue(paid);
  const year = stage.clock.now().getUTCFullYear();
  expect(invoice.number).toMatch(new RegExp(`^INV-${year}-\\d{5}$`));
  const texts = await readText(paid, invoice.id);
  for (const text of [
    `Invoice ${invoice.number}`,
    'Sample Operator (local mode)',
    'Harbor Roasters',
    '1 Quay Street, Cork',
    'Ireland',
    'IE7654321FA',
    '23%',
    '$14.63',
    '$3.37',
    '$18.00',
    'Pay for marketers, passed on',
    'not taxed',
    '$138.00',
  ])
    expect(texts).toContain(text);
  const first = await openInvoice(stage.world.deps, toActor(paid), invoice.id);
  stage.clock.advance(DAY);
  const second = await openInvoice(stage.world.deps, toActor(paid), invoice.id);
  expect(second.content.equals(first.content)).toBe(true);
});

test.each([
  ['DE', 'DE123456789', 'reverse-charge', 0, /Reverse charge: .*Articles 44 and 196/],
  ['DE', null, 'taxed-unproven', 337, /the customer gave no VAT ID \(Article 45/],
  ['US', null, 'outside-scope', 0, /outside the scope of EU VAT/],
])('a business in %s with the VAT ID %s: %s', async (country, vatId, treatment, vatCents, sentence) => {
  const paid = await funded();
  await billing(paid, { country, vatId });
  const { id } = await issue(paid);
  expect(await readRows(paid)).toMatchObject([{ treatment, fee_cents: 1800, vat_cents: vatCents }]);
  expect((await readText(paid, id)).join(' ')).toMatch(sentence);
});

test('an issued invoice stays as it is when the business changes, and comes again', async () => {
  const paid = await funded();
  await billing(paid);
  const invoice = await issue(paid);
  await billing(paid, { country: 'US' });
  expect(await issue(paid)).toEqual(invoice);
  expect(await readRows(paid)).toMatchObject([{ treatment: 'taxed' }]);
  const change = (statement: string) => stage.database.asOwner(statement, [invoice.id]);
  await expect(change(`update invoice set buyer_name = 'Other' where id = $1`)).rejects.toThrow(/final/);
  await expect(change('delete from invoice where id = $1')).rejects.toThrow(/final/);
});

test('the database refuses a gap, another sum, and a second invoice', async () => {
  const paid = await funded();
  await billing(paid);
  const { id } = await issue(paid);
  const copy = (changes: string) =>
    stage.database.pool.query(
      `insert into invoice select (json_populate_record(i, (to_jsonb(i) || $2::jsonb)::json)).* from invoice i where id = $1`,
      [id, JSON.stringify({ id: randomUUID(), ...JSON.parse(changes) })],
    );
  await expect(copy('{"number": 999}')).rejects.toThrow(/leaves a gap/);
  const { rows } = await stage.database.pool.query(
    `select max(number)::int + 1 as next from invoice where kind = 'invoice'`,
  );
  const number = rows[0].next;
  await expect(copy(`{"number": ${number}}`)).rejects.toThrow(/invoice_one_per_order/);
  await expect(copy(`{"number": ${number}, "fee_cents": 1}`)).rejects.toThrow(/sums of its order/);
  await expect(
    copy(`{"number": ${number}, "vat_basis_points": 0, "treatment": "outside-scope"}`),
  ).rejects.toThrow(/invoice_vat/);
});

test('refunds before and after the invoice each make one credit note, together never more than the invoice', async () => {
  const paid = await funded();
  await billing(paid);
  await refund(paid, 4000, 601);
  await settle();
  expect(await readRows(paid)).toEqual([]);
  await issue(paid);
  await refund(paid, 8000, 1199);
  await settle();
  const rows = await readRows(paid);
  expect(rows.map(({ id: _, ...row }) => row)).toMatchObject([
    { kind: 'invoice', fee_cents: 1800, vat_cents: 337, deposit_cents: 12_000 },
    { kind: 'credit-note', number: 1, fee_cents: 601, vat_cents: 112, deposit_cents: 4000 },
    { kind: 'credit-note', number: 2, fee_cents: 1199, vat_cents: 225, deposit_cents: 8000 },
  ]);
  await transact(stage.database.db, (tx) => issueCreditNotes(tx, stage.world.deps, paid.campaignId));
  expect(await readRows(paid)).toEqual(rows);
  const texts = await readText(paid, rows[2].id);
  expect(texts).toContain('-$80.00');
  expect(texts.join(' ')).toMatch(/Credit note CN-\d{4}-00002 .*Corrects the invoice INV-/);
});

test('refuses without invoice details, and for payments that have no fee or are not the caller’s', async () => {
  const paid = await funded();
  expect(await catchRefusal(issue(paid))).toBe('payment/billing-missing');
  const other = await funded();
  await billing(other);
  const { id } = await issue(other);
  expect(await catchRefusal(issueInvoice(stage.world.deps, toActor(paid), other.orderId))).toBe(
    'payment/order-not-found',
  );
  expect(await catchRefusal(openInvoice(stage.world.deps, toActor(paid), id))).toBe(
    'payment/invoice-not-found',
  );
  expect(await catchRefusal(openInvoice(stage.world.deps, toActor(paid), randomUUID()))).toBe(
    'payment/invoice-not-found',
  );
  const deps = { ...stage.world.deps, config: { ...stage.world.deps.config, operator: null } };
  await billing(paid);
  expect(await catchRefusal(issueInvoice(deps, toActor(paid), paid.orderId))).toBe('payment/invoices-off');
});

test('refuses for a captured payment that funds nothing', async () => {
  const payerId = await stage.world.newAccount('advertiser');
  const campaign = {
    campaignId: randomUUID(),
    payerId,
    places: 1,
    payCents: 4000,
    totalPayCents: 4000,
    feeCents: 600,
  };
  const paid = { ...campaign, ...(await stage.world.pay(campaign)) };
  await billing(paid);
  expect(await catchRefusal(issue(paid))).toBe('payment/no-invoice');
});

test('a payment whose payer has entered the details is invoiced automatically, once', async () => {
  const paid = await stage.world.fund(3, 4000);
  await billing(paid);
  await stage.world.worker.runDue();
  const [row] = await readRows(paid);
  expect(row).toMatchObject({ kind: 'invoice', fee_cents: 1800 });
  expect((await issue(paid)).id).toBe(row.id);
  expect(await readRows(paid)).toHaveLength(1);
});

test('an invoice has the seller and the rate of the day of the payment', async () => {
  const paid = await funded();
  await billing(paid);
  const { deps } = stage.world;
  const moved = {
    name: 'Other Ltd',
    address: '2 Quay',
    country: 'DE',
    vatId: 'DE123456789',
    vatBasisPoints: 1900,
  };
  const later = { ...deps, config: { ...deps.config, operator: moved } };
  const { id } = await issueInvoice(later, toActor(paid), paid.orderId);
  expect(await readRows(paid)).toMatchObject([{ vat_cents: 337 }]);
  expect(await readText(paid, id)).toContain('Sample Operator (local mode)');
  const before = await funded();
  await billing(before);
  await stage.database.asOwner('update payment_order set seller = null where provider_order_id = $1', [
    before.orderId,
  ]);
  expect(await catchRefusal(issue(before))).toBe('payment/no-invoice');
});

test('a lost dispute makes a credit note, and a shortfall’s payment invoices its fee once', async () => {
  const paid = await funded();
  await billing(paid);
  const { deps, release, worker } = stage.world;
  await release(paid, await stage.world.newAccount('marketer'), 1);
  await issue(paid);
  await lose(paid);
  await worker.runDue();
  expect(await readRows(paid)).toMatchObject([
    { kind: 'invoice', fee_cents: 1800, deposit_cents: 12_000 },
    { kind: 'credit-note', fee_cents: 1200, deposit_cents: 8000 },
  ]);
  const sourceId = randomUUID();
  await release(paid, await stage.world.newAccount('marketer'), 2, sourceId);
  const { rows } = await stage.database.pool.query('select id from payment where source_id = $1', [sourceId]);
  const { approveUrl, id: orderId } = await payShortfall(deps, { userId: paid.payerId }, rows[0].id);
  await stage.simulator.decide(approveUrl ?? '', 'approve');
  await captureOrder(deps, { orderId, payerId: paid.payerId });
  await worker.runDue();
  const documents = await readRows(paid);
  expect(documents.filter(({ kind }) => kind === 'invoice')).toHaveLength(2);
  const feeCents = documents.reduce(
    (sum, { kind, fee_cents: fee }) => sum + (kind === 'invoice' ? fee : -fee),
    0,
  );
  expect(feeCents).toBe(1200);
  const note = documents.find(({ kind }) => kind === 'credit-note');
  expect((await readText(paid, note.id)).join(' ')).toContain('Returned by PayPal after a dispute.');
});

test('a payment that was lost before it was invoiced has no invoice', async () => {
  const paid = await funded();
  await billing(paid);
  await lose(paid);
  expect(await catchRefusal(issue(paid))).toBe('payment/no-invoice');
});

test('the sweep credits a refund without its event, and the audit log has the note', async () => {
  const paid = await funded();
  await billing(paid);
  await issue(paid);
  const refundId = await refund(paid, 4000, 600);
  await stage.world.worker.runDue();
  stage.clock.advance(settleDelayMs + MINUTE);
  await pollRefund(stage.world.deps, refundId);
  await sweepCreditNotes(stage.world.deps, 100);
  await sweepCreditNotes(stage.world.deps, 100);
  await stage.world.worker.runDue();
  const rows = await readRows(paid);
  expect(rows).toHaveLength(2);
  expect(rows).toMatchObject([
    { kind: 'invoice' },
    { kind: 'credit-note', fee_cents: 600, deposit_cents: 4000 },
  ]);
  const { rows: entries } = await stage.database.pool.query(
    'select action from audit_entry where object_id = $1',
    [rows[1].id],
  );
  expect(entries).toEqual([{ action: 'invoice.credited' }]);
});

test('the CSV of a period adds up', async () => {
  const paid = await funded();
  await billing(paid);
  await issue(paid);
  await refund(paid, 12_000, 1800);
  await settle();
  const issued = await listIssued(stage.database.db, { from: null, until: null });
  const lines = formatInvoicesCsv(issued.filter(({ campaignId }) => campaignId === paid.campaignId)).split(
    '\r\n',
  );
  expect(lines[1]).toMatch(/^INV-.*,Harbor Roasters,IE,,,taxed,23,14.63,3.37,18.00,120.00,/);
  expect(lines[2]).toMatch(/^CN-.*,taxed,23,-14.63,-3.37,-18.00,-120.00,/);
  expect(await listIssued(stage.database.db, { from: stage.clock.now(), until: stage.clock.now() })).toEqual(
    [],
  );
});

test('a wrong counter is repaired as docs/operations.md says, and numbers can be skipped after a restore', async () => {
  const [repair = '', skip = ''] = readStatements();
  const paid = await funded();
  await billing(paid);
  await stage.database.asOwner('update invoice_counter set last = last + 7');
  await expect(issue(paid)).rejects.toThrow();
  await stage.database.asOwner(repair);
  const first = await issue(paid);
  const next = await funded();
  await billing(next);
  const year = stage.clock.now().getUTCFullYear();
  for (const statement of skip.replaceAll('2026', String(year)).split(';\n'))
    if (statement.trim() !== '') await stage.database.asOwner(statement);
  expect(first.number < `INV-${year}-00120`).toBe(true);
  expect((await issue(next)).number).toBe(`INV-${year}-00121`);
});

function readStatements(): string[] {
  const text = readFileSync(resolve(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');
  const section = text.slice(text.indexOf('## Invoice numbers'), text.indexOf('## Missing webhooks'));
  return Array.from(section.matchAll(/```sql\n([\s\S]*?)```/g), ([, statement = '']) => statement);
}
