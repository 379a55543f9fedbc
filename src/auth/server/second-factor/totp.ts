import { Secret, TOTP } from 'otpauth';
import type { Config } from '#platform/server/settings/config.ts';
import type { Deps } from '#platform/server/deps.ts';
import { deriveSecret } from '#platform/server/security/secrets.ts';
import { openText, sealText } from '#platform/server/storage/seal.ts';
import { TOTP_STEP_SECONDS, TOTP_WINDOW_STEPS } from './second-factor-rules.ts';

/** Secrets are hexadecimal here, and sealed wherever they are stored (RFC 6238). */

const ISSUER = 'Promenade';
/** As long as the hash that it keys (RFC 4226, 4). */
const SECRET_BYTES = 20;

export function createTotpSecret(deps: Pick<Deps, 'random'>): string {
  return deps.random.hex(SECRET_BYTES);
}

export function toTotpSetUp(secret: string, email: string): { secret: string; address: string } {
  const totp = createTotp(secret, email);
  return { secret: totp.secret.base32, address: totp.toString() };
}

export function findCodeStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = createTotp(secret).validate({ token: code, timestamp, window: TOTP_WINDOW_STEPS });
  return delta === null ? null : TOTP.counter({ period: TOTP_STEP_SECONDS, timestamp }) + delta;
}

export function sealTotpSecret(config: Config, accountId: string, secret: string): string {
  return sealText(secret, sealing(config, accountId));
}

export function decryptTotpSecret(config: Config, accountId: string, sealed: string): string {
  return openText(sealed, sealing(config, accountId));
}

function sealing(config: Config, accountId: string) {
  return {
    key: Buffer.from(deriveSecret(config, 'authenticator app secret'), 'hex'),
    aad: `second_factor|secret|${accountId}|1`,
  };
}

function createTotp(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: TOTP_STEP_SECONDS,
    secret: Secret.fromHex(secret),
  });
}
