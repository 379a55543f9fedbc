import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { openDispute, resolveDispute, updateDispute } from '../orders/dispute-cases.ts';
import { findDispute } from '../orders/disputes.ts';
import { notFound } from '../errors.ts';
import { parseCents, readBody, type JsonBody } from '../request-body.ts';
import type { Simulator } from '../simulator.ts';

export function registerDisputeControls(app: FastifyInstance, simulator: Simulator): void {
  app.post<{ Body: JsonBody | undefined }>('/control/disputes', (request, reply) => {
    const body = readBody(NewDispute, request.body?.json);
    const capture = simulator.books.captures.get(body.captureId);
    if (!capture) throw notFound();
    const amountCents =
      body.amount === undefined
        ? undefined
        : parseCents({ currency_code: 'USD', value: body.amount }, '/amount');
    const dispute = openDispute(simulator, capture, { amountCents, reason: body.reason });
    reply.status(201);
    return { disputeId: dispute.id };
  });

  app.post<{ Params: { disputeId: string }; Body: JsonBody | undefined }>(
    '/control/disputes/:disputeId',
    (request) => {
      const dispute = findDispute(simulator, request.params.disputeId);
      const body = readBody(DisputeDecision, request.body?.json);
      if ('outcome' in body) resolveDispute(simulator, dispute, body.outcome);
      else updateDispute(simulator, dispute, body.status);
      return { disputeId: dispute.id };
    },
  );
}

const NewDispute = z.object({
  captureId: z.string(),
  amount: z.string().optional(),
  reason: z
    .enum(['UNAUTHORISED', 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED', 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED'])
    .default('UNAUTHORISED'),
});

const DisputeDecision = z.union([
  z.strictObject({ outcome: z.enum(['won', 'lost', 'cancelled']) }),
  z.strictObject({ status: z.enum(['OPEN', 'WAITING_FOR_SELLER_RESPONSE', 'UNDER_REVIEW']) }),
]);
