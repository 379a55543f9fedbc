import type { Eligibility, MissingCode } from '../eligibility-contract.ts';

/** Requirements that have their own dialog while applying. */
const fixableByDialog: readonly MissingCode[] = ['compliance/incomplete', 'compliance/location-consent'];

/** Returns the codes of the requirements that no consent dialog can fix. */
export function listBlockingCodes({ missing }: Eligibility): MissingCode[] {
  return missing.map(({ code }) => code).filter((code) => !fixableByDialog.includes(code));
}
