import { canOpenFactors } from '#auth/server/second-factor/key-check.ts';
import { canOpenIdentities } from '#kyc/server/key-check.ts';
import { getKeyCheck, storeKeyCheckOnce, replaceKeyCheck } from '#platform/server/db/installation.ts';
import type { Db, Reader } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { deriveSecret, withLocalKeys } from '#platform/server/security/secrets.ts';
import type { Config } from '#platform/server/settings/config.ts';
import { StartError } from '#platform/server/start-error.ts';

/**
 * Throws a StartError if stored data is sealed with other keys. Otherwise a server without its keys folder
 * would make new keys, and users could not use what they have stored.
 */
export async function refuseLostKeys(db: Db, settings: Config): Promise<void> {
  const config = await withLocalKeys(settings);
  await requireKeys(db, settings, config);
  const check = deriveSecret(config, 'key check');
  await transact(db, async (tx) => {
    const stored = await storeKeyCheckOnce(tx, check);
    if (stored === null || stored === check) return;
    // Another process may have stored the check of its own key.
    requireSameKey(stored, check, settings);
    await replaceKeyCheck(tx, check);
  });
}

/**
 * Throws the same errors as `refuseLostKeys`, and changes nothing.
 * @param config the settings with all keys.
 */
export async function requireKeys(reader: Reader, settings: Config, config: Config): Promise<void> {
  if (!(await canOpenIdentities(reader, config))) {
    const key = settings.kycKey ? 'KYC_KEY' : `${settings.dataDir}/keys/kyc.key`;
    throw new StartError(
      `${key} does not open the identity documents in this database. Put back the key that sealed them. ` +
        'To replace it, set KYC_KEY_PREVIOUS to that key.',
    );
  }
  // A new SECRET_KEY in the settings is a decision, documented with its consequences. A new file is a loss.
  if (!settings.secretKey && !(await canOpenFactors(reader, config))) {
    throw new StartError(
      `${settings.dataDir}/keys/secret.key does not open the authenticator apps in this database. Put back the ` +
        'key that sealed them. To do without it, set SECRET_KEY: all authenticator apps then stop working.',
    );
  }
  const stored = await getKeyCheck(reader);
  if (stored !== null) requireSameKey(stored, deriveSecret(config, 'key check'), settings);
}

/**
 * Another key moves all published positions, so two offsets of a marketer could be averaged. The first start
 * stores what identifies the key.
 */
function requireSameKey(stored: string, check: string, { secretKey, dataDir }: Config): void {
  if (secretKey || stored === check) return;
  throw new StartError(
    `${dataDir}/keys/secret.key is not the key of this database. Put back the key that it had. To do ` +
      'without it, set SECRET_KEY: marketers’ published positions and names then change.',
  );
}
