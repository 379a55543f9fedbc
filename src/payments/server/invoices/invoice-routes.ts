import { rawRoute, route, type Route } from '#platform/server/http/route.ts';
import { toTimeSpan } from '#kernel/calendar.ts';
import { downloadInvoice, downloadInvoices, issueInvoice as issueContract } from '../../invoice-contract.ts';
import type { Deps } from '../ports.ts';
import { listIssued } from './invoice-store.ts';
import { formatInvoicesCsv } from './invoices-csv.ts';
import { issueInvoice, openInvoice } from './invoice-service.ts';

export function invoiceRoutes(deps: Deps): Route[] {
  return [
    route(issueContract, ({ actor, body }) => issueInvoice(deps, actor, body.orderId)),
    rawRoute(downloadInvoices, async ({ query, reply }) =>
      reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="promenade-invoices.csv"')
        .send(formatInvoicesCsv(await listIssued(deps.db, toTimeSpan(query)))),
    ),
    rawRoute(downloadInvoice, async ({ actor, params, reply }) => {
      const { filename, content } = await openInvoice(deps, actor, params.id);
      return reply
        .header('content-type', 'application/pdf')
        .header('content-disposition', `attachment; filename="${filename}"`)
        .send(content);
    }),
  ];
}
