import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { notFound } from './errors.ts';
import { rawMember } from './raw-json.ts';
import { readBody, type JsonBody } from './request-body.ts';
import type { Simulator } from './simulator.ts';
import { certificateUrl, isOwnSignature } from './webhook-signature.ts';

/** The certificate behind every delivery; public, as there. */
export function registerCertificate(app: FastifyInstance, simulator: Simulator): void {
  app.get<{ Params: { id: string } }>('/v1/notifications/certs/:id', (request, reply) => {
    if (request.params.id !== simulator.account.certificateId) throw notFound();
    reply.type('application/x-pem-file');
    return simulator.account.certificatePem;
  });
}

/** Says whether a delivery was ours. The event is taken from the request byte for byte. */
export function registerWebhooks(app: FastifyInstance, simulator: Simulator): void {
  app.post<{ Body: JsonBody | undefined }>('/v1/notifications/verify-webhook-signature', (request) => {
    const claim = readBody(Claim, request.body?.json);
    const event = request.body && rawMember(request.body.raw, 'webhook_event');
    const isOurs =
      event !== undefined &&
      claim.auth_algo === 'SHA256withRSA' &&
      claim.webhook_id === simulator.webhookId &&
      claim.cert_url === certificateUrl(simulator) &&
      isOwnSignature(
        simulator,
        { id: claim.transmission_id, time: claim.transmission_time },
        event,
        claim.transmission_sig,
      );
    return { verification_status: isOurs ? 'SUCCESS' : 'FAILURE' };
  });
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
