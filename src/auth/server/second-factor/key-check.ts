import { desc, isNotNull } from 'drizzle-orm';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Config } from '#platform/server/settings/config.ts';
import { SealBroken } from '#platform/server/storage/seal.ts';
import { secondFactor } from '../tables.ts';
import { decryptTotpSecret } from './totp.ts';

export async function canOpenFactors(reader: Reader, config: Config): Promise<boolean> {
  const [newest] = await reader
    .select({ accountId: secondFactor.accountId, sealed: secondFactor.secretSealed })
    .from(secondFactor)
    .where(isNotNull(secondFactor.secretSealed))
    .orderBy(desc(secondFactor.createdAt))
    .limit(1);
  if (!newest?.sealed) return true;
  try {
    decryptTotpSecret(config, newest.accountId, newest.sealed);
    return true;
  } catch (error) {
    if (error instanceof SealBroken) return false;
    throw error;
  }
}
