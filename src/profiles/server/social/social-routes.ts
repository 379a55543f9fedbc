import { t } from '#kernel/text.ts';
import type { Deps } from '#platform/server/deps.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import * as contract from '#profiles/social-contract.ts';
import { decideSocialAccount, linkToNextChecks, listSocialChecks } from './social-review-service.ts';
import * as service from './social-service.ts';

export function socialRoutes(deps: Deps): Route[] {
  return [
    route(contract.listSocialAccounts, ({ actor }) => service.listSocialAccounts(deps, actor)),
    route(contract.declareSocialAccount, ({ actor, body }) =>
      service.declareSocialAccount(deps, actor, body),
    ),
    route(contract.submitSocialAccount, ({ actor, params }) =>
      service.submitSocialAccount(deps, actor, params.id),
    ),
    route(contract.disconnectSocialAccount, async ({ actor, params }) => {
      await service.disconnectSocialAccount(deps, actor, params.id);
      return { message: t('The account is no longer connected.') };
    }),
    route(contract.listSocialChecks, async ({ query, reply }) => {
      const checks = await listSocialChecks(deps, query);
      const link = linkToNextChecks(checks, query);
      if (link) reply.header('link', link);
      return checks;
    }),
    route(contract.decideSocialAccount, ({ actor, params, body }) =>
      decideSocialAccount(deps, actor, params.id, body),
    ),
  ];
}
