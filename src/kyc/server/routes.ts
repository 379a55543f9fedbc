import type { FastifyReply } from 'fastify';
import { t } from '#kernel/text.ts';
import * as contract from '#kyc/contract.ts';
import type { Deps } from '#platform/server/deps.ts';
import { rawRoute, route, type Route } from '#platform/server/http/route.ts';
import { decideKyc, linkToNextKyc, listKyc, viewDocument, viewNumbers } from './review-service.ts';
import { getKycStatus, submitKyc } from './service.ts';

export function kycRoutes(deps: Deps): Route[] {
  return [
    route(contract.getKycStatus, ({ actor }) => getKycStatus(deps, actor)),
    route(contract.submitKyc, async ({ actor, body, files }) => {
      await submitKyc(deps, actor, body, files);
      return { message: t('Your information was submitted for review.') };
    }),
    rawRoute(contract.openMyKycDocument, async ({ actor, params: { kind }, reply }) =>
      sendDocument(reply, kind, await viewDocument(deps, actor, actor.userId, kind)),
    ),
    route(contract.listKyc, async ({ actor, query, reply }) => {
      const entries = await listKyc(deps, actor, query);
      const link = linkToNextKyc(entries, query);
      if (link) reply.header('link', link);
      return entries;
    }),
    route(contract.decideKyc, async ({ actor, params, body }) => {
      await decideKyc(deps, actor, params.userId, body);
      return {
        message: body.status === 'approved' ? t('Identity check approved.') : t('Identity check rejected.'),
      };
    }),
    route(contract.viewKycNumbers, ({ actor, params, body }) =>
      viewNumbers(deps, actor, params.userId, body.reason),
    ),
    rawRoute(contract.openKycDocument, async ({ actor, params: { userId, kind }, reply }) =>
      sendDocument(reply, kind, await viewDocument(deps, actor, userId, kind)),
    ),
  ];
}

/** The browser may show an image, because the server has re-encoded it. A PDF is only downloaded. */
function sendDocument(
  reply: FastifyReply,
  kind: contract.KycDocumentKind,
  { content, contentType }: { content: Buffer; contentType: string },
): FastifyReply {
  const place = contentType.startsWith('image/') ? 'inline' : 'attachment';
  const ending = contentType.slice(contentType.indexOf('/') + 1);
  return reply
    .header('content-disposition', `${place}; filename="${kind}.${ending}"`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type(contentType)
    .send(content);
}
