import { rawRoute, route, type Route } from '#platform/server/http/route.ts';
import { downloadInvoice, issueInvoice as issueContract } from '../../invoice-contract.ts';
import type { Deps } from '../ports.ts';
import { issueInvoice, openInvoice } from './invoice-service.ts';

export function invoiceRoutes(deps: Deps): Route[] {
  return [
    route(issueContract, ({ actor, body }) => issueInvoice(deps, actor, body.orderId)),
    rawRoute(downloadInvoice, async ({ actor, params, reply }) => {
      const { filename, content } = await openInvoice(deps, actor, params.id);
      return reply
        .header('content-type', 'application/pdf')
        .header('content-disposition', `attachment; filename="${filename}"`)
        .send(content);
    }),
  ];
}
