import type { FastifyRequest } from 'fastify';

import type { OrderRecord } from '../books/records.ts';
import type { Simulator } from '../simulator.ts';

export type ReturnAddresses = Pick<OrderRecord, 'returnUrl' | 'cancelUrl'>;

/**
 * Returns the merchant's own addresses. In the window that the browser script opened, returns our last page
 * instead: it notifies the merchant's page, which closes the window.
 */
export function getReturnAddresses(
  simulator: Simulator,
  request: FastifyRequest,
  order: OrderRecord,
): ReturnAddresses {
  const presentation = new URL(request.url, 'http://localhost').searchParams.get('presentation');
  if (presentation !== 'popup') return { returnUrl: order.returnUrl, cancelUrl: order.cancelUrl };
  const page = `${simulator.publicUrl()}/web-sdk/v6/return`;
  return { returnUrl: `${page}?outcome=approved`, cancelUrl: `${page}?outcome=cancelled` };
}
