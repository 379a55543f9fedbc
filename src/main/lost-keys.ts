import { canOpenFactors } from '#auth/server/second-factor/key-check.ts';
import { canOpenIdentities } from '#kyc/server/key-check.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { withLocalKeys } from '#platform/server/security/secrets.ts';
import type { Config } from '#platform/server/settings/config.ts';
import { StartError } from '#platform/server/start-error.ts';

/**
 * Throws a StartError if stored data is sealed with other keys. Otherwise a server without its keys folder
 * would make new keys, and users could not use what they have stored.
 */
export async function refuseLostKeys(reader: Reader, settings: Config): Promise<void> {
  const config = await withLocalKeys(settings);
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
}
