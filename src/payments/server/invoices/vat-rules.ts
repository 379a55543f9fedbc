import { isEuCountry, toVatCountry } from '#kernel/countries/vat-id.ts';
import type { Cents } from '#kernel/money.ts';
import type { VatTreatment } from '../../invoice-contract.ts';

export interface VatParty {
  /** ISO 3166-1 alpha-2. */
  country: string;
  vatId: string | null;
}

/**
 * Returns how the platform fee is taxed, or null if the operator cannot invoice this customer. Source: Directive
 * 2006/112/EC.
 * - Article 44: a service to a business is taxed where the customer is. In the operator's own country, that is the
 *   operator's rate.
 * - Article 196: in another member state, the customer owes the VAT (reverse charge).
 * - A customer outside the EU is outside the scope of the directive.
 * A customer in another member state without a VAT ID has not shown that it is a business (Article 18(2) of Regulation
 * 282/2011). An operator in the EU then charges its own rate (Article 45). An operator outside the EU would owe the
 * customer's rate (Article 58) and declare it by the one-stop shop, which the platform does not support.
 */
export function chooseVat(
  operator: VatParty & { vatBasisPoints: number },
  customer: VatParty,
): { treatment: VatTreatment; vatBasisPoints: number } | null {
  const { vatBasisPoints } = operator;
  const isCustomerInEu = isEuCountry(customer.country);
  if (!isEuCountry(operator.country)) {
    if (!isCustomerInEu) return { treatment: 'no-eu-vat', vatBasisPoints: 0 };
    return customer.vatId === null ? null : { treatment: 'reverse-charge', vatBasisPoints: 0 };
  }
  if (toVatCountry(customer.country) === toVatCountry(operator.country))
    return { treatment: 'taxed', vatBasisPoints };
  if (!isCustomerInEu) return { treatment: 'outside-scope', vatBasisPoints: 0 };
  return customer.vatId === null
    ? { treatment: 'taxed-unproven', vatBasisPoints }
    : { treatment: 'reverse-charge', vatBasisPoints: 0 };
}

/** Rounded half up to the cent. 23 % is 2300 basis points. */
export function calculateContainedVat(grossCents: Cents, vatBasisPoints: number): Cents {
  const divisor = BigInt(10_000 + vatBasisPoints);
  return Number((BigInt(grossCents) * BigInt(vatBasisPoints) * 2n + divisor) / (divisor * 2n));
}
