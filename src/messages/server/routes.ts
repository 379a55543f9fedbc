import { t } from '#kernel/text.ts';
import * as contract from '#messages/contract.ts';
import * as reports from '#messages/report-contract.ts';
import type { Deps } from '#platform/server/deps.ts';
import { rawRoute, route, type Route } from '#platform/server/http/route.ts';
import { countUnread, linkToNextThreads, listThreads } from './listing-service.ts';
import { openMessageStream } from './live-service.ts';
import {
  decideMessageReport,
  linkToNextReports,
  listMessageReports,
  reportThread,
  takeMessageReport,
  viewThread,
} from './reports/report-service.ts';
import { getThread, markThreadRead, sendMessage } from './service.ts';

export function messageRoutes(deps: Deps): Route[] {
  return [
    route(contract.listThreads, async ({ actor, query, reply }) => {
      const threads = await listThreads(deps, actor, query);
      const link = linkToNextThreads(threads, query);
      if (link) reply.header('link', link);
      return threads;
    }),
    route(contract.countUnreadMessages, async ({ actor }) => ({
      unread: await countUnread(deps.db, actor),
    })),
    rawRoute(contract.streamMessages, async (context) => openMessageStream(deps, context)),
    route(contract.getThread, ({ actor, params, query }) => getThread(deps, actor, params.id, query)),
    route(contract.sendMessage, ({ actor, params, body }) => sendMessage(deps, actor, params.id, body)),
    route(contract.markThreadRead, ({ actor, params, body }) => markThreadRead(deps, actor, params.id, body)),
    route(reports.reportThread, async ({ actor, params, body }) => {
      await reportThread(deps, actor, params.id, body);
      return { message: t('Thanks. We’ll look into it.') };
    }),
    route(reports.listMessageReports, async ({ actor, query, reply }) => {
      const found = await listMessageReports(deps, actor, query);
      const link = linkToNextReports(found, query);
      if (link) reply.header('link', link);
      return found;
    }),
    route(reports.takeMessageReport, ({ actor, params }) => takeMessageReport(deps, actor, params.id)),
    route(reports.decideMessageReport, ({ actor, params, body }) =>
      decideMessageReport(deps, actor, params.id, body),
    ),
    route(reports.viewThread, ({ actor, params, body }) => viewThread(deps, actor, params.id, body)),
  ];
}
