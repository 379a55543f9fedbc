import { t } from '#kernel/text.ts';
import type { Deps } from './ports.ts';
import { rawRoute, route, type Route } from '#platform/server/http/route.ts';
import * as contract from '../contract.ts';
import { getEligibility as eligibilityContract } from '../eligibility-contract.ts';
import * as invitations from '../invitation-contract.ts';
import * as kitContract from '../kit-contract.ts';
import * as places from '../place-contract.ts';
import * as searchContract from '../saved-search-contract.ts';
import * as strikeContract from '../strike-contract.ts';
import { benchApplication } from './waitlist/bench-service.ts';
import { openCalendarFile } from './calendar-file.ts';
import { confirmApplication } from './waitlist/confirmation-service.ts';
import * as deciding from './deciding-service.ts';
import { getEligibility } from './eligibility-service.ts';
import * as inviting from './invitations/invitation-service.ts';
import * as listing from './listing-service.ts';
import * as kits from './kit/kit-service.ts';
import * as searches from './saved-searches/saved-search-service.ts';
import { undoDecisions } from './undo/undo-service.ts';
import * as strikes from './strikes/strike-service.ts';

export function applicationRoutes(deps: Deps): Route[] {
  return [
    route(contract.listApplications, async ({ actor, query, reply }) => {
      const applications = await listing.listApplications(deps, actor, query);
      const link = listing.linkToNextApplications(applications, query);
      if (link) reply.header('link', link);
      return applications;
    }),
    route(contract.apply, ({ actor, body }) => deciding.apply(deps, actor, body.campaignId, body.note)),
    route(contract.decideApplication, ({ actor, params, body }) =>
      deciding.decideApplication(deps, actor, params.id, body),
    ),
    route(contract.decideApplications, ({ actor, body }) => deciding.decideApplications(deps, actor, body)),
    route(contract.undoDecisions, ({ actor, body }) => undoDecisions(deps, actor, body.ids)),
    route(invitations.inviteMarketer, ({ actor, params, body }) =>
      inviting.inviteMarketer(deps, actor, params.id, body.listingId),
    ),
    route(invitations.listInvitations, ({ actor, params }) =>
      inviting.listInvitations(deps, actor, params.id),
    ),
    route(invitations.listOwnInvitations, ({ actor }) => inviting.listOwnInvitations(deps, actor)),
    route(invitations.revokeCampaignInvitation, async ({ actor, params }) => {
      await inviting.revokeInvitation(deps, actor, params.id);
      return { message: t('Taken back') };
    }),
    route(invitations.declineInvitation, async ({ actor, params, body }) => {
      await inviting.declineInvitation(deps, actor, params.id, body.reason);
      return { message: t('Declined') };
    }),
    route(eligibilityContract, ({ actor, params }) => getEligibility(deps, actor, params.id)),
    route(places.benchApplication, ({ actor, params, body }) =>
      benchApplication(deps, actor, params.id, body),
    ),
    route(places.confirmApplication, ({ actor, params }) => confirmApplication(deps, actor, params.id)),
    rawRoute(places.getCalendarFile, async ({ actor, params, reply }) => {
      const { filename, content } = await openCalendarFile(deps, actor, params.id);
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', `attachment; filename="${filename}"`)
        .header('cache-control', 'no-store')
        .send(content);
    }),
    route(kitContract.getKit, ({ actor, params }) => kits.getKit(deps, actor, params.id)),
    route(kitContract.changeKit, ({ actor, params, body }) => kits.changeKit(deps, actor, params.id, body)),
    route(kitContract.handOutKit, ({ actor, params, body }) => kits.handOutKit(deps, actor, params.id, body)),
    route(kitContract.receiveKit, ({ actor, params, body }) => kits.receiveKit(deps, actor, params.id, body)),
    route(kitContract.listKits, ({ actor, params }) => kits.listKits(deps, actor, params.id)),
    rawRoute(kitContract.getKitFile, async ({ actor, params, reply }) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="kit.csv"')
        .header('cache-control', 'no-store')
        .send(await kits.writeKitFile(deps, actor, params.id)),
    ),
    route(searchContract.listSavedSearches, ({ actor }) => searches.listSavedSearches(deps, actor)),
    route(searchContract.saveSearch, ({ actor, body }) => searches.saveSearch(deps, actor, body)),
    route(searchContract.changeSavedSearch, ({ actor, params, body }) =>
      searches.changeSavedSearch(deps, actor, params.id, body),
    ),
    route(searchContract.deleteSavedSearch, async ({ actor, params }) => {
      await searches.deleteSavedSearch(deps, actor, params.id);
      return { message: t('Deleted') };
    }),
    route(strikeContract.listOwnStrikes, ({ actor }) => strikes.listOwnStrikes(deps, actor)),
    route(strikeContract.appealStrike, ({ actor, params, body }) =>
      strikes.appealStrike(deps, actor, params.id, body),
    ),
    route(strikeContract.listStrikes, async ({ actor, query, reply }) => {
      const listed = await strikes.listStrikes(deps, actor, query);
      const link = strikes.linkToNextStrikes(listed, query);
      if (link) reply.header('link', link);
      return listed;
    }),
    route(strikeContract.decideStrike, ({ actor, params, body }) =>
      strikes.decideStrike(deps, actor, params.id, body),
    ),
  ];
}
