import type { FastifyRequest } from 'fastify';

import type { OrderRecord } from './records.ts';
import type { Simulator } from './simulator.ts';

/** Where the buyer goes after the decision. */
export type WayBack = Pick<OrderRecord, 'returnUrl' | 'cancelUrl'>;

/**
 * The merchant's own addresses; in the window that the browser script opened, its last page instead, which tells the
 * merchant's page and is closed by it.
 */
export function wayBack(simulator: Simulator, request: FastifyRequest, order: OrderRecord): WayBack {
  const presentation = new URL(request.url, 'http://localhost').searchParams.get('presentation');
  if (presentation !== 'popup') return { returnUrl: order.returnUrl, cancelUrl: order.cancelUrl };
  const page = `${simulator.publicUrl()}/web-sdk/v6/return`;
  return { returnUrl: `${page}?outcome=approved`, cancelUrl: `${page}?outcome=cancelled` };
}
