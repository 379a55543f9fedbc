import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';

import { notFound } from '../errors.ts';
import { rawMember } from '../raw-json.ts';
import { readBody, type JsonBody } from '../request-body.ts';
import type { Simulator } from '../simulator.ts';
import { isOwnSignature } from './webhook-signature.ts';

export function registerCertificate(app: FastifyInstance, simulator: Simulator): void {
  app.get<{ Params: { id: string } }>('/v1/notifications/certs/:id', (request, reply) =>
    sendCertificate(simulator, request.params.id, reply),
  );
}

export function registerWebhooks(app: FastifyInstance, simulator: Simulator): void {
  app.post<{ Body: JsonBody | undefined }>('/v1/notifications/verify-webhook-signature', (request) =>
    verifyDelivery(simulator, request.body),
  );
}

async function sendCertificate(simulator: Simulator, id: string, reply: FastifyReply): Promise<string> {
  const key = await simulator.signingKey.get();
  if (id !== key.certificateId) throw notFound();
  reply.type('application/x-pem-file');
  return key.certificatePem;
}

/** Takes the event from the request byte for byte. */
async function verifyDelivery(simulator: Simulator, body: JsonBody | undefined): Promise<object> {
  const claim = readBody(Claim, body?.json);
  const event = body && rawMember(body.raw, 'webhook_event');
  const isOurs =
    event !== undefined &&
    claim.auth_algo === 'SHA256withRSA' &&
    claim.webhook_id === simulator.webhookId &&
    (await isOwnSignature(simulator, { id: claim.transmission_id, time: claim.transmission_time }, event, {
      certificateUrl: claim.cert_url,
      signature: claim.transmission_sig,
    }));
  return { verification_status: isOurs ? 'SUCCESS' : 'FAILURE' };
}

const Claim = z.object({
  auth_algo: z.string().max(100),
  cert_url: z.string().max(500),
  transmission_id: z.string().max(50),
  transmission_sig: z.string().max(500),
  transmission_time: z.string().max(100),
  webhook_id: z.string().max(50),
  webhook_event: z.record(z.string(), z.unknown()),
});
