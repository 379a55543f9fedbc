import { t } from '#kernel/text.ts';
import { getVisibleProof } from './access/access-service.ts';
import type { Deps } from './ports.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import { askAgain as askContract, sendAgain as sendContract } from '#proofs/amendment-contract.ts';
import * as contract from '#proofs/contract.ts';
import * as figuresContract from '#proofs/figures-contract.ts';
import * as mediaContract from '#proofs/media-contract.ts';
import * as postContract from '#proofs/post-contract.ts';
import * as reportContract from '#proofs/report-contract.ts';
import * as spotCheckContract from '#proofs/spot-check-contract.ts';
import * as statsContract from '#proofs/stats-contract.ts';
import { tipProof as tipContract } from '#proofs/tip-contract.ts';
import * as weakContract from '#proofs/weak-contract.ts';
import { askAgain, sendAgain } from './amending/amending-service.ts';
import { issueCapturePermit } from './media/capture-service.ts';
import { decideProof, decideWeakProof } from './deciding-service.ts';
import { listPostFigures, reportPostFigures } from './posts/figures-service.ts';
import { listDuePostChecks, recordPostCheck } from './posts/post-service.ts';
import { getCampaignFunnel, getHourlyCosts } from './report/report-service.ts';
import {
  answerSigns,
  getProof,
  linkToNextProofs,
  linkToNextWeakProofs,
  listProofs,
  listWeakProofs,
  submitProof,
} from './service.ts';
import { answerSpotCheck } from './spot-checks/spot-check-service.ts';
import { tipProof } from './tips/tip-service.ts';
import { createMarketerStats } from './stats-service.ts';

export function proofRoutes(deps: Deps): Route[] {
  const loadStats = createMarketerStats(deps);
  return [
    route(contract.submitProof, ({ actor, body }) => submitProof(deps, actor, body)),
    route(contract.listProofs, async ({ actor, query, reply }) => {
      const proofs = await listProofs(deps, actor, query);
      const link = linkToNextProofs(proofs, query);
      if (link) reply.header('link', link);
      return proofs;
    }),
    route(contract.getProof, ({ actor, params }) => getProof(deps, actor, params.id)),
    route(contract.decideProof, ({ actor, params, body }) => decideProof(deps, actor, params.id, body)),
    route(contract.answerSigns, ({ actor, params, body }) => answerSigns(deps, actor, params.id, body.text)),
    route(askContract, ({ actor, params, body }) => askAgain(deps, actor, params.id, body)),
    route(sendContract, ({ actor, params, body }) => sendAgain(deps, actor, params.id, body)),
    route(weakContract.listWeakProofs, async ({ actor, query, reply }) => {
      const proofs = await listWeakProofs(deps, actor, query);
      const link = linkToNextWeakProofs(proofs, query);
      if (link) reply.header('link', link);
      return proofs;
    }),
    route(weakContract.decideWeakProof, ({ actor, params, body }) =>
      decideWeakProof(deps, actor, params.id, body),
    ),
    route(tipContract, ({ actor, params, body }) => tipProof(deps, actor, params.id, body)),
    route(mediaContract.issueCapturePermit, ({ actor, params }) =>
      issueCapturePermit(deps, actor, params.id),
    ),
    route(spotCheckContract.answerSpotCheck, ({ actor, params, body }) =>
      answerSpotCheck(deps, actor, params.id, body),
    ),
    route(postContract.listDuePostChecks, ({ actor }) => listDuePostChecks(deps, actor)),
    route(postContract.recordPostCheck, async ({ actor, params, body }) => {
      await recordPostCheck(deps, actor, params.id, body);
      return { message: t('Saved') };
    }),
    route(figuresContract.listPostFigures, async ({ actor, params }) => {
      const { id } = await getVisibleProof(deps.db, actor, params.id);
      return listPostFigures(deps.db, id);
    }),
    route(figuresContract.reportPostFigures, ({ actor, params, body }) =>
      reportPostFigures(deps, actor, params.id, body),
    ),
    route(reportContract.getCampaignFunnel, ({ actor, params }) => getCampaignFunnel(deps, actor, params.id)),
    route(reportContract.getHourlyCosts, ({ actor, params }) => getHourlyCosts(deps, actor, params.id)),
    route(statsContract.getMarketerStats, ({ actor, query }) => loadStats(actor, query)),
  ];
}
