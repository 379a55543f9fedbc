import { Webhook } from 'standardwebhooks';
import type { Deps } from '#platform/server/deps.ts';
import { deriveSecret } from '#platform/server/security/secrets.ts';
import type { Config } from '#platform/server/settings/config.ts';
import { openText, sealText } from '#platform/server/storage/seal.ts';
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

/** Returns the header webhook-signature: with the former secret too, while receivers may still verify with it. */
export function signCall(
  config: Config,
  {
    id,
    sealedSecret,
    sealedFormerSecret,
    formerSecretUntil,
  }: Pick<WebhookRow, 'id' | 'sealedSecret' | 'sealedFormerSecret' | 'formerSecretUntil'>,
  call: { id: string; body: string; at: Date },
): string {
  const isFormerValid = formerSecretUntil !== null && formerSecretUntil > call.at;
  return [sealedSecret, isFormerValid ? sealedFormerSecret : null]
    .filter((sealed) => sealed !== null)
    .map((sealed) => new Webhook(openText(sealed, sealing(config, id))).sign(call.id, call.at, call.body))
    .join(' ');
}
