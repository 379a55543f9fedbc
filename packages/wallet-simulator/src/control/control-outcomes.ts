import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { decideCapture } from '../orders/captures.ts';
import { notFound, unprocessable } from '../errors.ts';
import { setItemStatus } from '../payouts/payout-steps.ts';
import { findItem } from '../payouts/payouts.ts';
import type { ItemStatus } from '../books/records.ts';
import { findRefund, decideRefund } from '../orders/refunds.ts';
import { readBody, type JsonBody } from '../request-body.ts';
import type { Simulator } from '../simulator.ts';

type DecisionRequest = { Params: { id: string }; Body: JsonBody | undefined };

export function registerOutcomeControls(app: FastifyInstance, simulator: Simulator): void {
  app.put<{ Body: JsonBody | undefined }>('/control/outcomes', (request) => {
    Object.assign(simulator.outcomes, readBody(Outcomes, request.body?.json));
    return simulator.outcomes;
  });

  app.post<DecisionRequest>('/control/captures/:id', ({ params: { id }, body }) => {
    const { status } = readBody(CaptureDecision, body?.json);
    const capture = simulator.books.captures.get(id);
    if (!capture) throw notFound();
    decideCapture(simulator, capture, status);
    return { captureId: id, status };
  });

  app.post<DecisionRequest>('/control/refunds/:id', ({ params: { id }, body }) => {
    const { status } = readBody(RefundDecision, body?.json);
    decideRefund(simulator, findRefund(simulator, id), status);
    return { refundId: id, status };
  });

  app.post<DecisionRequest>('/control/payouts/:id', ({ params: { id }, body }) => {
    const { status, issue } = readBody(PayoutDecision, body?.json);
    const item = findItem(simulator, id);
    if (item.status === status) {
      throw unprocessable('PAYOUT_UNCHANGED', { description: 'The item is already in this state.' });
    }
    setItemStatus(simulator, item, status, issue ?? issues[status]);
    return { itemId: id, status };
  });
}

const issues: Partial<Record<ItemStatus, string>> = {
  FAILED: 'RECEIVER_ACCOUNT_LOCKED',
  BLOCKED: 'RISK_DECLINE',
  UNCLAIMED: 'RECEIVER_UNREGISTERED',
  RETURNED: 'RECEIVER_UNREGISTERED',
};

const Outcome = z.enum(['COMPLETED', 'PENDING']).default('COMPLETED');
const Outcomes = z.strictObject({ captures: Outcome, refunds: Outcome });

const CaptureDecision = z.object({ status: z.enum(['COMPLETED', 'DECLINED']) });
const RefundDecision = z.object({ status: z.enum(['COMPLETED', 'FAILED', 'CANCELLED']) });
const PayoutDecision = z.object({
  status: z.enum(['SUCCESS', 'FAILED', 'UNCLAIMED', 'RETURNED', 'ONHOLD', 'BLOCKED', 'REFUNDED', 'REVERSED']),
  issue: z
    .string()
    .regex(/^[A-Z_]+$/)
    .optional(),
});
