import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { invoiceSteps } from '#tests/support/payments/invoices.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { catchRefusal, type Paid } from '#tests/support/payments/world.ts';
import { getPdfTexts } from '#tests/support/pdf-texts.ts';
import { issueCreditNote, issueInvoice, openInvoice } from './invoice-service.ts';

const stage = stagePayments();
const { billing, refund, settle, toActor } = invoiceSteps(stage);

/** A campaign with $120.00 in escrow and a fee of $18.00. */
const funded = () => stage.world.fund(3, 4000);
const issue = (paid: Paid) => issueInvoice(stage.world.deps, toActor(paid), paid.orderId);

const readText = async (paid: Paid, id: string) =>
  getPdfTexts((await openInvoice(stage.world.deps, toActor(paid), id)).content);

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
  ['DE', 'DE123456789', 'reverse-charge', /^Reverse charge: .*Articles 44 and 196/],
  ['US', null, 'outside-scope', /outside the scope of EU VAT/],
])('a business in %s with the VAT ID %s: %s', async (country, vatId, treatment, sentence) => {
  const paid = await funded();
  await billing(paid, { country, vatId });
  const { id } = await issue(paid);
  expect(await readRows(paid)).toMatchObject([{ treatment, fee_cents: 1800, vat_cents: 0 }]);
  expect((await readText(paid, id)).join(' ')).toMatch(new RegExp(sentence.source.replace('^', '')));
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
  const second = await refund(paid, 8000, 1199);
  await settle();
  const rows = await readRows(paid);
  expect(rows.map(({ id: _, ...row }) => row)).toMatchObject([
    { kind: 'invoice', fee_cents: 1800, vat_cents: 337, deposit_cents: 12_000 },
    { kind: 'credit-note', number: 1, fee_cents: 601, vat_cents: 112, deposit_cents: 4000 },
    { kind: 'credit-note', number: 2, fee_cents: 1199, vat_cents: 225, deposit_cents: 8000 },
  ]);
  // The event may be delivered again.
  await transact(stage.database.db, (tx) => issueCreditNote(tx, stage.world.deps, second));
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
