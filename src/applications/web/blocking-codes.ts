import type { Eligibility, MissingCode } from '../eligibility-contract.ts';

/** They have their own dialog while applying. */
const fixableByDialog: readonly MissingCode[] = ['compliance/incomplete', 'compliance/location-consent'];

export function listBlockingCodes({ missing }: Eligibility): MissingCode[] {
  return missing.map(({ code }) => code).filter((code) => !fixableByDialog.includes(code));
}
