import * as contract from '#kyc/contract.ts';
import type { Deps } from '#platform/server/deps.ts';
import { rawRoute, route, type Route } from '#platform/server/route.ts';
import { decideKyc, getKycStatus, listKyc, submitKyc, viewDocument } from './service.ts';

export function kycRoutes(deps: Deps): Route[] {
  return [
    route(contract.getKycStatus, ({ actor }) => getKycStatus(deps, actor)),
    route(contract.submitKyc, async ({ actor, body, files }) => {
      await submitKyc(deps, actor, body, files);
      return { message: 'Your information was submitted for review.' };
    }),
    route(contract.listKyc, ({ query }) => listKyc(deps, query.status)),
    route(contract.decideKyc, async ({ actor, params, body }) => {
      await decideKyc(deps, actor, params.userId, body);
      return { message: body.status === 'approved' ? 'Verification approved.' : 'Verification rejected.' };
    }),
    rawRoute(contract.openKycDocument, async ({ actor, params, reply }) => {
      const { content, contentType } = await viewDocument(deps, actor, params.userId, params.kind);
      // A re-encoded image may be looked at in place; anything else is only downloaded.
      const place = contentType.startsWith('image/') ? 'inline' : 'attachment';
      return reply
        .header('content-disposition', `${place}; filename="${params.kind}"`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type(contentType)
        .send(content);
    }),
  ];
}
