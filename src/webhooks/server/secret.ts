import { Webhook } from 'standardwebhooks';
import type { Deps } from '#platform/server/deps.ts';
import { deriveSecret } from '#platform/server/security/secrets.ts';
import type { Config } from '#platform/server/settings/config.ts';
import { openText, SealBroken, sealText } from '#platform/server/storage/seal.ts';
import type { WebhookRow } from './tables.ts';

const SECRET_BYTES = 24;

/** In the format of the Standard Webhooks specification. */
export function createSecret({ random }: Pick<Deps, 'random'>): string {
  return `whsec_${Buffer.from(random.hex(SECRET_BYTES), 'hex').toString('base64')}`;
}

export function sealSecret(config: Config, webhookId: string, secret: string): string {
  return sealText(secret, sealing(config, webhookId));
}

function sealing(config: Config, webhookId: string) {
  return {
    key: Buffer.from(deriveSecret(config, 'webhook secret'), 'hex'),
    aad: `webhook|secret|${webhookId}|1`,
  };
}

/**
 * Returns the header webhook-signature: with the former secret too, while receivers may still verify with it. Null if
 * the secret was sealed with another SECRET_KEY.
 */
export function signCall(
  config: Config,
  {
    id,
    sealedSecret,
    sealedFormerSecret,
    formerSecretUntil,
  }: Pick<WebhookRow, 'id' | 'sealedSecret' | 'sealedFormerSecret' | 'formerSecretUntil'>,
  call: { id: string; body: string; at: Date },
): string | null {
  const isFormerValid = formerSecretUntil !== null && formerSecretUntil > call.at;
  const sign = (sealed: string | null) => {
    const secret = sealed === null ? null : openSecret(config, id, sealed);
    return secret === null ? null : new Webhook(secret).sign(call.id, call.at, call.body);
  };
  const signature = sign(sealedSecret);
  const formerSignature = isFormerValid ? sign(sealedFormerSecret) : null;
  return signature && formerSignature ? `${signature} ${formerSignature}` : signature;
}

function openSecret(config: Config, webhookId: string, sealed: string): string | null {
  try {
    return openText(sealed, sealing(config, webhookId));
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}
