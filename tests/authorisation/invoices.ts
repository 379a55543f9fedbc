import type { Client, TestApp } from '#tests/support/app.ts';
import type { Caller } from './callers.ts';
import type { TestObject } from './objects.ts';

/** Returns the invoices of two advertisers' campaigns. */
export async function ofInvoices(app: TestApp, clients: Record<Caller, Client>): Promise<TestObject[]> {
  const owners = ['advertiser', 'otherAdvertiser'] as const;
  const things: TestObject[] = [];
  for (const [index, owner] of owners.entries()) {
    const { rows } = await app.database.asOwner(
      `insert into invoice (id, kind, year, number, order_id, buyer_id, campaign_id, description, issued_at, moved_at,
         seller_name, seller_address, seller_country, buyer_name, buyer_address, buyer_country, treatment,
         vat_basis_points, fee_cents, vat_cents, deposit_cents)
       select gen_random_uuid(), 'invoice', extract(year from captured_at at time zone 'UTC'), $2, id, created_by,
         campaign_id, description, captured_at, captured_at, seller ->> 'name', 'Street', seller ->> 'country', 'Buyer', 'Street', 'US',
         'outside-scope', 0, fee_cents, 0, pay_cents
       from payment_order where created_by = $1 and state = 'bound' and fee_cents > 0 and tip_id is null
       order by created_at, id limit 1 returning id`,
      [clients[owner].userId, index + 1],
    );
    const [{ id }] = rows;
    things.push({ kind: 'invoice', name: `invoice of ${owner}`, id, people: { owner, advertiser: owner } });
  }
  return things;
}
