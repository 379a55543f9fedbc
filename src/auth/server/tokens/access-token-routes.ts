import * as contract from '#auth/access-token-contract.ts';
import { t } from '#kernel/text.ts';
import type { Deps } from '#platform/server/deps.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import { createAccessToken, listAccessTokens, revokeAccessToken } from './access-tokens.ts';

export function accessTokenRoutes(deps: Deps): Route[] {
  return [
    route(contract.listAccessTokens, async ({ actor }) => ({ tokens: await listAccessTokens(deps, actor) })),
    route(contract.createAccessToken, ({ actor, body }) => createAccessToken(deps, actor, body)),
    route(contract.revokeAccessToken, async ({ actor, params }) => {
      await revokeAccessToken(deps, actor, params.id);
      return { message: t('That access token no longer works.') };
    }),
  ];
}
