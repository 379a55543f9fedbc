import type { FastifyReply } from 'fastify';
import type { Deps } from '#campaigns/server/ports.ts';
import { rawRoute, route, type Route } from '#platform/server/http/route.ts';
import * as contract from '../contract.ts';
import * as footfallContract from '../footfall-contract.ts';
import * as linkContract from '../link-contract.ts';
import * as linkFormContract from '../link-form-contract.ts';
import * as links from './link-service.ts';
import { drawCampaignReport, drawSharedReport } from './pdf-service.ts';
import { formatReportCsv } from './report-csv.ts';
import { getCampaignReport, setFootfall } from './report-service.ts';

export function reportRoutes(deps: Deps): Route[] {
  return [
    route(contract.getCampaignReport, ({ actor, params }) => getCampaignReport(deps, actor, params.id)),
    rawRoute(contract.downloadReportCsv, async ({ actor, params, reply }) => {
      const csv = formatReportCsv(await getCampaignReport(deps, actor, params.id));
      return asFile(reply, 'text/csv; charset=utf-8', `campaign-report-${params.id.slice(0, 8)}.csv`).send(
        csv,
      );
    }),
    rawRoute(contract.downloadReportPdf, async ({ actor, params, reply }) =>
      sendPdf(reply, await drawCampaignReport(deps, actor, params.id)),
    ),
    route(footfallContract.setFootfall, ({ actor, params, body }) =>
      setFootfall(deps, actor, params.id, body.footfall),
    ),
    route(linkContract.listReportLinks, ({ actor, params }) => links.listReportLinks(deps, actor, params.id)),
    route(linkFormContract.createReportLink, ({ actor, params, body }) =>
      links.createReportLink(deps, actor, params.id, body),
    ),
    route(linkContract.revokeReportLink, ({ actor, params }) =>
      links.revokeReportLink(deps, actor, params.id),
    ),
    route(linkContract.openSharedReport, ({ body, reply }) => {
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
      return links.openSharedReport(deps, body.token);
    }),
    rawRoute(linkContract.downloadSharedReport, async ({ body, reply }) =>
      sendPdf(reply, await drawSharedReport(deps, body.token)),
    ),
  ];
}

function sendPdf(reply: FastifyReply, { filename, content }: { filename: string; content: Buffer }) {
  return asFile(reply, 'application/pdf', filename).send(content);
}

const asFile = (reply: FastifyReply, type: string, filename: string) =>
  reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${filename}"`)
    .header('cache-control', 'no-store');
