import { isEuCountry } from '#kernel/vat-id.ts';
import type { Cents } from '#kernel/money.ts';
import type { VatTreatment } from '../../invoice-contract.ts';

/** A business that sells or buys the platform's service. */
export interface VatParty {
  /** ISO 3166-1 alpha-2. */
  country: string;
  vatId: string | null;
}

/**
 * Returns how the platform fee is taxed. Source: Directive 2006/112/EC.
 * - Article 44: a service to a business is taxed where the customer is. In the operator's own country, that is the
 *   operator's rate.
 * - Article 196: in another member state, the customer owes the VAT (reverse charge).
 * - A customer outside the EU is outside the scope of the directive.
 * A customer in another member state without a VAT ID counts as no business (Article 18(2) of Regulation 282/2011), and
 * an operator in the EU charges its own rate (Article 45).
 */
export function chooseVat(
  operator: VatParty & { vatBasisPoints: number },
  customer: VatParty,
): { treatment: VatTreatment; vatBasisPoints: number } {
  const taxed = { treatment: 'taxed', vatBasisPoints: operator.vatBasisPoints } as const;
  if (customer.country === operator.country) return taxed;
  if (!isEuCountry(customer.country)) return { treatment: 'outside-scope', vatBasisPoints: 0 };
  if (customer.vatId !== null) return { treatment: 'reverse-charge', vatBasisPoints: 0 };
  return isEuCountry(operator.country) ? taxed : { treatment: 'outside-scope', vatBasisPoints: 0 };
}

/** Returns the VAT that an amount contains, rounded half up to the cent. 23 % is 2300 basis points. */
export function calculateContainedVat(grossCents: Cents, vatBasisPoints: number): Cents {
  const divisor = BigInt(10_000 + vatBasisPoints);
  return Number((BigInt(grossCents) * BigInt(vatBasisPoints) * 2n + divisor) / (divisor * 2n));
}

interface Sums {
  feeCents: Cents;
  vatCents: Cents;
  depositCents: Cents;
}

/**
 * Returns what a refund takes back from an invoice of which a part is credited already. All credit notes of an invoice
 * together never exceed it, and the VAT of a fee that was refunded in parts adds up exactly. A refund through this
 * payment may also return money of another payment of the campaign, which this invoice does not contain.
 */
export function planCredit(
  invoice: Sums & { vatBasisPoints: number },
  credited: Sums,
  refund: { feeCents: Cents; payCents: Cents },
): Sums {
  const feeCents = Math.min(refund.feeCents, invoice.feeCents - credited.feeCents);
  return {
    feeCents,
    vatCents: calculateContainedVat(credited.feeCents + feeCents, invoice.vatBasisPoints) - credited.vatCents,
    depositCents: Math.min(refund.payCents, invoice.depositCents - credited.depositCents),
  };
}
