import { createHmac } from 'node:crypto';
import type { Config } from '#platform/server/settings/config.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { deriveSecret } from '#platform/server/security/secrets.ts';
import { RECOVERY_CODES } from './second-factor-rules.ts';
import { replaceRecoveryCodes, spendRecoveryCode } from './second-factor-store.ts';

/** Without characters that are easily confused: 0 and O, and 1, I and L. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const GROUPS = 4;
const GROUP_LETTERS = 4;

/** Replaces all recovery codes. Each of the ten has 79 bits. They cannot be read again. */
export async function createRecoveryCodes(tx: Tx, deps: Deps, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newCode(deps));
  const hashes = codes.map((code) => hashCode(deps.config, accountId, code));
  await replaceRecoveryCodes(tx, accountId, hashes, deps.clock.now());
  return codes;
}

/** In any notation. Returns false if the code is unknown or was used before. */
export async function redeemRecoveryCode(
  tx: Tx,
  deps: Deps,
  accountId: string,
  code: string,
): Promise<boolean> {
  return spendRecoveryCode(tx, accountId, hashCode(deps.config, accountId, code), deps.clock.now());
}

function newCode({ random }: Deps): string {
  const group = () =>
    Array.from({ length: GROUP_LETTERS }, () => LETTERS[random.below(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

function hashCode(config: Config, accountId: string, code: string): string {
  const letters = code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  return createHmac('sha256', deriveSecret(config, 'recovery code'))
    .update(`${accountId}:${letters}`)
    .digest('hex');
}
