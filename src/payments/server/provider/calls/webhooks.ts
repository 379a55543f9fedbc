import { z } from 'zod';

import { parseExchange } from '../responses.ts';
import type { ApiClient } from '../api-client.ts';
import { andThen, refused, success } from '../outcome.ts';
import type { Outcome, WebhookDelivery, WebhookEvent, WebhookVerdict } from '../wallet-provider.ts';

export type SignatureCheck = (transmission: Transmission) => Promise<Outcome<boolean>>;

export type Transmission = {
  authAlgo: string;
  certUrl: string;
  transmissionId: string;
  transmissionSig: string;
  transmissionTime: string;
  rawBody: Uint8Array;
};

export async function verifyWebhook(
  check: SignatureCheck,
  delivery: WebhookDelivery,
): Promise<Outcome<WebhookVerdict>> {
  const event = readEvent(delivery.rawBody);
  const transmission = readTransmission(delivery);
  if (!event || !transmission) return success({ genuine: false });
  return andThen(await check(transmission), (isSigned) =>
    success(isSigned ? { genuine: true, event } : { genuine: false }),
  );
}

export function postbackCheck(api: ApiClient, webhookId: string | undefined): SignatureCheck {
  return async (transmission) => {
    if (webhookId === undefined) return refused('WEBHOOK_ID_NOT_SET');
    const exchange = await api.call({
      method: 'POST',
      path: '/v1/notifications/verify-webhook-signature',
      body: postbackBody(transmission, webhookId),
    });
    return andThen(parseExchange(exchange, PostbackAnswer), (answer) =>
      success(answer.verification_status === 'SUCCESS'),
    );
  };
}

/**
 * Embeds the event byte for byte: if it were serialized again, 1.0 would become 1 and break the signature.
 * This is safe because readEvent has checked that the bytes are one JSON object, so they cannot close the
 * outer object.
 */
function postbackBody(transmission: Transmission, webhookId: string): Uint8Array {
  const fields = JSON.stringify({
    auth_algo: transmission.authAlgo,
    cert_url: transmission.certUrl,
    transmission_id: transmission.transmissionId,
    transmission_sig: transmission.transmissionSig,
    transmission_time: transmission.transmissionTime,
    webhook_id: webhookId,
  });
  return Buffer.concat([
    Buffer.from(`${fields.slice(0, -1)},"webhook_event":`),
    transmission.rawBody,
    Buffer.from('}'),
  ]);
}

function readTransmission({ headers, rawBody }: WebhookDelivery): Transmission | undefined {
  const read = TransmissionHeaders.safeParse(headers);
  if (!read.success) return undefined;
  return {
    authAlgo: read.data['paypal-auth-algo'],
    certUrl: read.data['paypal-cert-url'],
    transmissionId: read.data['paypal-transmission-id'],
    transmissionSig: read.data['paypal-transmission-sig'],
    transmissionTime: read.data['paypal-transmission-time'],
    rawBody,
  };
}

function readEvent(rawBody: Uint8Array): WebhookEvent | undefined {
  try {
    // fatal: invalid UTF-8 would be verified in one form and parsed in another.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(rawBody);
    return EventBody.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Formats from the wallet's API documentation. Other values are not from the wallet. */
const TransmissionHeaders = z.object({
  'paypal-auth-algo': z.string().regex(/^[a-zA-Z0-9]{1,100}$/),
  'paypal-cert-url': z.string().min(1).max(500),
  'paypal-transmission-id': z.string().regex(/^(?!\d+$)\w\S{1,49}$/),
  'paypal-transmission-sig': z.base64().min(1).max(500),
  'paypal-transmission-time': z.string().min(1).max(100),
});

const EventBody = z
  .object({
    id: z.string().min(1),
    event_type: z.string().min(1),
    resource_type: z.string().optional(),
    resource: z
      .object({
        id: z.string().optional(),
        payout_item_id: z.string().optional(),
        dispute_id: z.string().optional(),
        batch_header: z.object({ payout_batch_id: z.string() }).optional(),
      })
      .optional(),
  })
  .transform((body): WebhookEvent => ({
    eventId: body.id,
    eventType: body.event_type,
    resourceType: body.resource_type,
    resourceId:
      body.resource?.id ??
      body.resource?.payout_item_id ??
      body.resource?.dispute_id ??
      body.resource?.batch_header?.payout_batch_id,
  }));

const PostbackAnswer = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) });
