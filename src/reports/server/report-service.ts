import { isDeepStrictEqual } from 'node:util';
import { isDeleted } from '#auth/server/service.ts';
import { cellToBoundary, polygonToCellsExperimental, POLYGON_TO_CELLS_FLAGS } from 'h3-js';
import { sumCampaignLedger } from '#campaigns/server/funding/ledger-service.ts';
import type { Deps } from '#campaigns/server/ports.ts';
import { getCampaignFor, lockCampaign } from '#campaigns/server/service.ts';
import type { CampaignRow } from '#campaigns/server/tables.ts';
import { movePoint, type Point } from '#kernel/geometry/geometry.ts';
import { findTimeZone } from '#kernel/time-zone.ts';
import { type Cents, fromDecimal, toDecimal } from '#kernel/money.ts';
import { transact } from '#platform/server/db/transact.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { requireTeamPermission } from '#teams/server/service.ts';
import { loadNewestFigures } from '#proofs/server/posts/figures-service.ts';
import type { CampaignReport, ReportZone } from '../contract.ts';
import type { Footfall } from '../footfall-contract.ts';
import { refuse } from '../domain.ts';
import * as store from './report-store.ts';
import { countZoneCells, divideCost, estimatePassersBy, sumPosts, sumTime } from './rules.ts';

/** The resolution of published cells (decision 23). */
const RESOLUTION = 8;

/** Refuses 'campaign/not-found' unless the caller may read the campaign. */
export async function getCampaignReport(deps: Deps, actor: Actor, id: string): Promise<CampaignReport> {
  return buildReport(deps, await getCampaignFor(deps.db, actor, id, 'read'));
}

/** The caller has checked that the reader may see the campaign. */
export async function buildReport(deps: Deps, campaign: CampaignRow): Promise<CampaignReport> {
  const proofs = await store.listWork(deps.db, campaign.id);
  const files = await store.listFiles(deps.db, campaign.id);
  const ledger = await sumCampaignLedger(deps.db, campaign.id);
  const figures = await loadNewestFigures(
    deps.db,
    proofs.map(({ id }) => id),
  );
  const footfall = await store.findFootfall(deps.db, campaign.id);
  const isTracked = campaign.campaignType === 'wearable';
  const places = campaign.needed ?? 0;
  const durationMinutes = campaign.durationMinutes ?? 0;
  const numbers = numberMarketers(proofs);
  const fileCounts = countBy(files, ({ proofId }) => proofId);
  const work = proofs.map((proof) => ({
    proofId: proof.id,
    marketer: numbers.get(proof.applicationId) ?? 0,
    submittedAt: proof.submittedAt.toISOString(),
    status: proof.status,
    minutesInside: proof.presence?.minutesInside ?? null,
    paid: toDecimal(proof.paidCents),
    files: fileCounts.get(proof.id) ?? 0,
    // Of other proofs, the figures are neither checked nor paid for.
    figures: proof.status === 'approved' ? (figures.get(proof.id) ?? null) : null,
  }));
  const time = isTracked ? sumTime(work, { places, durationMinutes }) : null;
  const costCents = toSignedCents(ledger.released) + toSignedCents(ledger.feeEarned);
  const statuses = countBy(work, ({ status }) => status);
  const workById = new Map(work.map((proof) => [proof.proofId, proof]));
  return {
    asOf: deps.clock.now().toISOString(),
    campaign: toTerms(campaign),
    counts: {
      places,
      hired: campaign.hired,
      applications: campaign.applicationsCount,
      approved: statuses.get('approved') ?? 0,
      rejected: statuses.get('rejected') ?? 0,
      pending: statuses.get('pending') ?? 0,
    },
    time,
    heat: isTracked ? await buildHeat(deps, campaign) : null,
    money: {
      funded: ledger.funded,
      repaid: ledger.repaid,
      released: ledger.released,
      fee: ledger.feeEarned,
      refunded: ledger.refunded,
      disputed: ledger.disputed,
      recovered: ledger.recovered,
      tipped: ledger.tipped,
      left: ledger.left,
      cost: toDecimal(costCents),
      costPerVerifiedHour: divideCost(costCents, time?.verifiedMinutes ?? 0),
    },
    posts: sumPosts(work),
    estimate: footfall && time ? { footfall, ...estimatePassersBy(footfall, time.verifiedMinutes) } : null,
    work,
    photos: files.flatMap(({ proofId, uploadId, kind }) => {
      const proof = workById.get(proofId);
      if (!proof || proof.status === 'rejected') return [];
      return [{ uploadId, marketer: proof.marketer, kind, isApproved: proof.status === 'approved' }];
    }),
  };
}

/** Null removes it. */
export async function setFootfall(
  deps: Deps,
  actor: Actor,
  id: string,
  footfall: Footfall | null,
): Promise<{ footfall: Footfall | null }> {
  const { advertiserId } = await getCampaignFor(deps.db, actor, id, 'decide');
  await transact(deps.db, async (tx) => {
    const campaign = await lockCampaign(tx, id);
    // Again: the member may have been removed while this waited.
    await requireTeamPermission(tx, actor, advertiserId, 'decide', () => refuse('campaign/not-found'));
    // Otherwise a deletion at the same moment would miss what is saved here.
    if (await isDeleted(tx, advertiserId)) throw refuse('campaign/not-found');
    if (campaign.status === 'draft') throw refuse('report/too-early');
    const object = { kind: 'campaign', id };
    const known = await store.findFootfall(tx, id);
    if (footfall) {
      if (known && isDeepStrictEqual(known, footfall)) return;
      await store.saveFootfall(tx, id, { ...footfall, setBy: actor.userId, setAt: deps.clock.now() });
      const { low, high } = footfall;
      await audit(tx, deps, { actor, action: 'footfall.set', object, details: { low, high } });
    } else if (known) {
      await store.deleteFootfall(tx, id);
      await audit(tx, deps, { actor, action: 'footfall.removed', object });
    }
  });
  return { footfall };
}

function numberMarketers(proofs: readonly { applicationId: string }[]): Map<string, number> {
  const ids = [...new Set(proofs.map(({ applicationId }) => applicationId))];
  return new Map(ids.map((id, index) => [id, index + 1]));
}

function countBy<Item, Key>(items: readonly Item[], toKey: (item: Item) => Key): ReadonlyMap<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) counts.set(toKey(item), (counts.get(toKey(item)) ?? 0) + 1);
  return counts;
}

function toTerms(campaign: CampaignRow): CampaignReport['campaign'] {
  const { lat, lng, radiusMeters, corners } = campaign;
  const hasZone = campaign.campaignType === 'wearable' && lat !== null && lng !== null;
  return {
    id: campaign.id,
    title: campaign.title,
    company: campaign.company,
    campaignType: campaign.campaignType,
    status: campaign.status,
    platform: campaign.socialPlatform,
    location: campaign.location,
    zone:
      hasZone && radiusMeters !== null
        ? { lat, lng, radius: radiusMeters, ...(corners && { corners }) }
        : null,
    timeZone: hasZone ? findTimeZone({ lat, lng }) : null,
    startTime: campaign.startTime?.toISOString() ?? null,
    closesAt: campaign.closesAt?.toISOString() ?? null,
    durationMinutes: campaign.durationMinutes,
    pay: toDecimal(campaign.payCents ?? 0),
  };
}

async function buildHeat(deps: Deps, campaign: CampaignRow): Promise<CampaignReport['heat']> {
  const sums = await store.sumCells(deps.db, campaign.id);
  const { zone } = toTerms(campaign);
  const visited = new Set(sums.map(({ cell }) => cell));
  return {
    cells: sums.map(({ cell, minutes }) => ({
      boundary: cellToBoundary(cell).map(([latitude, longitude]) => ({ latitude, longitude })),
      minutes: Math.round(minutes * 10) / 10,
    })),
    zone: zone ? countZoneCells(listZoneCells(zone), visited) : null,
  };
}

function listZoneCells({ radius, corners, ...center }: ReportZone): string[] {
  const edge = corners ?? listPointsOfCircle(center, radius);
  const ring = edge.map(({ lat, lng }) => [lat, lng]);
  return polygonToCellsExperimental(ring, RESOLUTION, POLYGON_TO_CELLS_FLAGS.containmentOverlapping);
}

function listPointsOfCircle(center: Point, radius: number): Point[] {
  return Array.from({ length: 72 }, (_, step) => {
    const angle = (step / 72) * 2 * Math.PI;
    return movePoint(center, radius * Math.cos(angle), radius * Math.sin(angle));
  });
}

function toSignedCents(amount: string): Cents {
  return amount.startsWith('-') ? -fromDecimal(amount.slice(1)) : fromDecimal(amount);
}
