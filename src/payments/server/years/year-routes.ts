import type { FastifyReply } from 'fastify';
import { rawRoute, route, type Route } from '#platform/server/http/route.ts';
import { downloadYearCsv, downloadYearPdf, getYearSummary as yearContract } from '../../year-contract.ts';
import type { Deps } from '../ports.ts';
import { formatYearCsv } from './year-csv.ts';
import { drawYearSummary, getYearSummary } from './year-service.ts';

export function yearRoutes(deps: Deps): Route[] {
  return [
    route(yearContract, ({ actor, query }) => getYearSummary(deps, actor, query.year)),
    rawRoute(downloadYearCsv, async ({ actor, query, reply }) => {
      const csv = formatYearCsv(await getYearSummary(deps, actor, query.year));
      return asFile(reply, 'text/csv; charset=utf-8', `promenade-${query.year}.csv`).send(csv);
    }),
    rawRoute(downloadYearPdf, async ({ actor, query, reply }) => {
      const pdf = await drawYearSummary(deps, actor, query.year);
      return asFile(reply, 'application/pdf', `promenade-${query.year}.pdf`).send(pdf);
    }),
  ];
}

const asFile = (reply: FastifyReply, type: string, filename: string) =>
  reply.header('content-type', type).header('content-disposition', `attachment; filename="${filename}"`);
