import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { disputeStates, disputeSummary, disputeView } from './dispute-view.ts';
import { invalidRequest, notFound } from '../errors.ts';
import type { DisputeRecord } from '../books/records.ts';
import { readQuery } from '../request-body.ts';
import type { Simulator } from '../simulator.ts';

const path = '/v1/customer/disputes';

export function registerDisputes(app: FastifyInstance, simulator: Simulator): void {
  app.get<{ Querystring: Record<string, string> }>(path, (request) =>
    listDisputes(simulator, readQuery(DisputeFilter, request.query), new URLSearchParams(request.query)),
  );

  app.get<{ Params: { disputeId: string } }>(`${path}/:disputeId`, (request) => {
    const dispute = findDispute(simulator, request.params.disputeId);
    return disputeView(simulator, dispute, simulator.books.captures.get(dispute.captureId));
  });
}

export function findDispute(simulator: Simulator, disputeId: string): DisputeRecord {
  const dispute = simulator.books.disputes.get(disputeId);
  if (!dispute) throw notFound();
  return dispute;
}

function listDisputes(simulator: Simulator, filter: DisputeFilter, query: URLSearchParams): object {
  if (filter.start_time !== undefined && filter.disputed_transaction_id !== undefined) {
    throw invalidRequest('INVALID_PARAMETER_VALUE', { field: 'start_time', location: 'query' });
  }
  // A page starts after the dispute that its token names, so new disputes do not shift pages.
  const found = [...simulator.books.disputes.values()].toReversed().filter((one) => matches(one, filter));
  const last = filter.next_page_token;
  const start = last === undefined ? 0 : found.findIndex((one) => one.id === last) + 1;
  if (last !== undefined && start === 0) {
    throw invalidRequest('INVALID_PARAMETER_VALUE', { field: 'next_page_token', location: 'query' });
  }
  const page = found.slice(start, start + filter.page_size);
  const lastOnPage = page.at(-1);
  const hasMore = start + filter.page_size < found.length;
  return {
    // The interface requires a non-empty list, or none.
    items: page.length === 0 ? undefined : page.map((one) => disputeSummary(simulator, one)),
    links: [
      link(simulator, query, 'self', last),
      link(simulator, query, 'first', undefined),
      ...(hasMore && lastOnPage ? [link(simulator, query, 'next', lastOnPage.id)] : []),
    ],
  };
}

function matches(dispute: DisputeRecord, filter: DisputeFilter): boolean {
  const { disputed_transaction_id: captureId, dispute_state: states } = filter;
  const updated = Date.parse(dispute.updatedAt);
  return (
    (captureId === undefined || dispute.captureId === captureId) &&
    (states === undefined || states.includes(disputeStates[dispute.status])) &&
    (filter.start_time === undefined || Date.parse(dispute.createdAt) >= filter.start_time) &&
    (filter.update_time_after === undefined || updated >= filter.update_time_after) &&
    (filter.update_time_before === undefined || updated <= filter.update_time_before)
  );
}

function link(
  simulator: Simulator,
  query: URLSearchParams,
  rel: string,
  lastId: string | undefined,
): { href: string; rel: string; method: string } {
  const asked = new URLSearchParams(query);
  if (lastId === undefined) asked.delete('next_page_token');
  else asked.set('next_page_token', Buffer.from(lastId).toString('base64'));
  return { href: `${simulator.publicUrl()}${path}?${asked.toString()}`, rel, method: 'GET' };
}

const states = [
  'REQUIRED_ACTION',
  'REQUIRED_OTHER_PARTY_ACTION',
  'UNDER_PAYPAL_REVIEW',
  'RESOLVED',
  'OPEN_INQUIRIES',
  'APPEALABLE',
];

const Time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

const DisputeFilter = z.object({
  disputed_transaction_id: z
    .string()
    .regex(/^[0-9A-Z_]{1,255}$/)
    .optional(),
  dispute_state: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(states)))
    .optional(),
  start_time: Time.optional(),
  update_time_after: Time.optional(),
  update_time_before: Time.optional(),
  page_size: z.coerce.number().int().min(1).max(50).default(10),
  next_page_token: z
    .base64()
    .transform((text) => Buffer.from(text, 'base64').toString())
    .optional(),
});
type DisputeFilter = z.output<typeof DisputeFilter>;
