import { and, desc, eq, isNull, notInArray } from 'drizzle-orm';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Config } from '#platform/server/settings/config.ts';
import { SealBroken } from '#platform/server/storage/seal.ts';
import { kyc, kycKey } from './tables.ts';
import { DIRECT_VERSION, listMasterNames, openNumbers } from './vault.ts';

export async function canOpenIdentities(reader: Reader, config: Config): Promise<boolean> {
  const [foreign] = await reader
    .select({ accountId: kyc.accountId })
    .from(kyc)
    .innerJoin(kycKey, eq(kycKey.accountId, kyc.accountId))
    .where(and(isNull(kyc.erasedAt), notInArray(kycKey.master, listMasterNames(config))))
    .limit(1);
  if (foreign) return false;
  // Rows of the first versions do not name their key, so one of them is opened.
  const [direct] = await reader
    .select()
    .from(kyc)
    .where(and(isNull(kyc.erasedAt), eq(kyc.keyVersion, DIRECT_VERSION)))
    .orderBy(desc(kyc.submittedAt))
    .limit(1);
  if (!direct) return true;
  try {
    openNumbers(config, direct, undefined);
    return true;
  } catch (error) {
    if (error instanceof SealBroken) return false;
    throw error;
  }
}
