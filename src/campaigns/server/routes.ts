import { Readable } from 'node:stream';
import type { Deps } from './ports.ts';
import { rawRoute, route, type Route } from '#platform/server/http/route.ts';
import * as closingContract from '../closing-contract.ts';
import * as contract from '../contract.ts';
import { countCampaigns } from '../count-contract.ts';
import * as formContract from '../form-contract.ts';
import * as fundingContract from '../funding-contract.ts';
import * as ledgerContract from '../ledger-contract.ts';
import * as historyContract from '../payment-history-contract.ts';
import * as pauseContract from '../pause-contract.ts';
import { listPricingTiers } from '../pricing-contract.ts';
import { listSpendingDays } from '../spending-contract.ts';
import { createAdvertiserStats } from './dashboard/advertiser-stats.ts';
import * as closing from './funding/closing-service.ts';
import * as funding from './funding/funding-service.ts';
import { formatLedgerCsv, readCampaignLedger } from './funding/ledger-service.ts';
import * as history from './funding/payment-history-service.ts';
import { changeAndFundDraft, createAndFundDraft } from './funding/paid-draft-service.ts';
import * as listing from './search/listing-service.ts';
import { setPaused } from './pausing-service.ts';
import * as reading from './reading-service.ts';

export function campaignRoutes(deps: Deps): Route[] {
  const loadStats = createAdvertiserStats(deps);
  return [
    route(contract.listCampaigns, async ({ actor, query, reply }) => {
      const { campaigns, link } = await listing.listCampaigns(deps, actor, query);
      if (link) reply.header('link', link);
      return campaigns;
    }),
    route(countCampaigns, ({ query }) => listing.countCampaigns(deps, query)),
    route(contract.listCampaignCities, () => reading.listCampaignCities(deps)),
    route(contract.listOwnCampaigns, async ({ actor, query, reply }) => {
      const campaigns = await reading.listOwnCampaigns(deps, actor, query);
      const link = reading.linkToNextOwn(campaigns, query);
      if (link) reply.header('link', link);
      return campaigns;
    }),
    route(contract.getCampaign, ({ actor, params }) => reading.getCampaign(deps, actor, params.id)),
    route(formContract.createCampaign, ({ actor, body }) => createAndFundDraft(deps, actor, body)),
    route(formContract.updateCampaign, ({ actor, params, body }) =>
      changeAndFundDraft(deps, actor, params.id, body),
    ),
    route(closingContract.getCampaignClosing, ({ actor, params }) =>
      closing.getCampaignClosing(deps, actor, params.id),
    ),
    route(closingContract.closeCampaign, ({ actor, params }) =>
      closing.closeCampaign(deps, actor, params.id),
    ),
    route(pauseContract.pauseCampaign, ({ actor, params }) => setPaused(deps, actor, params.id, true)),
    route(pauseContract.resumeCampaign, ({ actor, params }) => setPaused(deps, actor, params.id, false)),
    route(listPricingTiers, () => reading.listPricingTiers(deps)),
    route(contract.getAdvertiserStats, ({ actor }) => loadStats(actor)),
    route(listSpendingDays, ({ actor, query }) => reading.listSpendingDays(deps, actor, query.timeZone)),
    route(fundingContract.getEscrowStatus, ({ actor, params }) =>
      funding.getEscrowStatus(deps, actor, params.id),
    ),
    route(fundingContract.createPaymentOrder, ({ actor, body }) =>
      funding.createPaymentOrder(deps, actor, body),
    ),
    route(fundingContract.capturePaymentOrder, ({ actor, params }) =>
      funding.capturePaymentOrder(deps, actor, params.orderId),
    ),
    route(fundingContract.fundCampaign, ({ actor, params, body }) =>
      funding.fundCampaign(deps, actor, params.id, body),
    ),
    route(ledgerContract.getCampaignLedger, ({ actor, params }) =>
      readCampaignLedger(deps, actor, params.id),
    ),
    rawRoute(ledgerContract.downloadCampaignLedger, async ({ actor, params, reply }) => {
      const csv = formatLedgerCsv(await readCampaignLedger(deps, actor, params.id));
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="campaign-${params.id}.csv"`)
        .send(csv);
    }),
    route(historyContract.listPaymentHistory, async ({ actor, query, reply }) => {
      const { lines, link } = await history.listPaymentHistory(deps, actor, query);
      if (link) reply.header('link', link);
      return lines;
    }),
    route(historyContract.getPaymentTotals, ({ actor, query }) =>
      history.getPaymentTotals(deps, actor, query),
    ),
    rawRoute(historyContract.downloadPaymentHistory, async ({ actor, query, reply }) => {
      const parts = await history.createHistoryFile(deps, actor, query);
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="payment-history.csv"')
        .send(Readable.from(parts));
    }),
  ];
}
