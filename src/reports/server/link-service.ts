import { isDeleted, isSuspended, listDeletedIds } from '#auth/server/service.ts';
import type { Deps } from '#campaigns/server/ports.ts';
import { findCampaign, getCampaignFor, lockCampaign } from '#campaigns/server/service.ts';
import type { CampaignRow } from '#campaigns/server/tables.ts';
import type { BodyOf, ResponseInput } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import { addMilliseconds, DAY } from '#kernel/time.ts';
import { audit } from '#platform/server/security/audit.ts';
import { transact } from '#platform/server/db/transact.ts';
import { type Actor, hashToken } from '#platform/server/security/session.ts';
import { loadNames } from '#profiles/server/service.ts';
import { requireTeamPermission } from '#teams/server/service.ts';
import { loadThumbnails } from '#uploads/server/service.ts';
import { refuse } from '../domain.ts';
import * as contract from '../link-contract.ts';
import type * as formContract from '../link-form-contract.ts';
import * as store from './link-store.ts';
import { buildReport } from './report-service.ts';
import { listSharedPhotos } from './shared-photos.ts';
import { roundTimes } from './rules.ts';
import type { ReportLinkRow } from './tables.ts';

export async function listReportLinks(
  deps: Deps,
  actor: Actor,
  campaignId: string,
): Promise<contract.ReportLink[]> {
  await getCampaignFor(deps.db, actor, campaignId, 'read');
  return present(deps, await store.listActiveLinks(deps.db, campaignId, deps.clock.now()));
}

/**
 * If the answer was lost, the same call gives the link a new token, because only the hash of the first one is stored.
 */
export async function createReportLink(
  deps: Deps,
  actor: Actor,
  campaignId: string,
  { id, label, days, withPhotos }: BodyOf<typeof formContract.createReportLink>,
): Promise<ResponseInput<typeof formContract.createReportLink>> {
  const { advertiserId } = await getCampaignFor(deps.db, actor, campaignId, 'decide');
  const token = deps.random.hex(32);
  const tokenHash = hashToken(token);
  const now = deps.clock.now();
  const row = await transact(deps.db, async (tx) => {
    // The lock makes the limit hold for calls at the same moment.
    const campaign = await lockCampaign(tx, campaignId);
    // Again: the member may have been removed while this waited.
    await requireTeamPermission(tx, actor, advertiserId, 'decide', () => refuse('campaign/not-found'));
    // Otherwise a deletion at the same moment would miss what is saved here.
    if (await isDeleted(tx, advertiserId)) throw refuse('campaign/not-found');
    if (campaign.status === 'draft') throw refuse('report/too-early');
    const active = await store.listActiveLinks(tx, campaignId, now);
    const repeated = active.find((link) => link.id === id && link.createdBy === actor.userId);
    const object = { kind: 'report-link', id };
    if (repeated) {
      if (!isSameLink(repeated, { label, days, withPhotos })) throw refuse('report/link-exists');
      await store.replaceToken(tx, id, tokenHash);
      await audit(tx, deps, { actor, action: 'report-link.token-replaced', object });
      return repeated;
    }
    if (active.length >= contract.MAX_REPORT_LINKS) throw refuse('report/too-many-links');
    const expiresAt = addMilliseconds(now, days * DAY);
    const values = { id, campaignId, tokenHash, label, withPhotos, createdBy: actor.userId };
    const created = await store.insertLink(tx, { ...values, createdAt: now, expiresAt });
    // The id belongs to a link of another campaign, or to one that is over.
    if (!created) throw refuse('report/link-not-found');
    const details = { campaignId, days, withPhotos };
    await audit(tx, deps, { actor, action: 'report-link.created', object, details });
    return created;
  });
  const [link] = await present(deps, [row]);
  if (!link) throw new Error('a created link can be shown');
  return { link, token };
}

export async function revokeReportLink(deps: Deps, actor: Actor, id: string): Promise<{ message: string }> {
  const link = await store.findLink(deps.db, id);
  const campaign = link && (await findCampaign(deps.db, link.campaignId));
  if (!campaign) throw refuse('report/link-not-found');
  await transact(deps.db, async (tx) => {
    await requireTeamPermission(tx, actor, campaign.advertiserId, 'decide', () =>
      refuse('report/link-not-found'),
    );
    if (!(await store.revokeLink(tx, id, deps.clock.now()))) return;
    const object = { kind: 'report-link', id };
    await audit(tx, deps, { actor, action: 'report-link.revoked', object });
  });
  return { message: t('The link no longer works.') };
}

export async function openSharedReport(deps: Deps, token: string): Promise<contract.SharedReport> {
  const { link, campaign } = await findShared(deps, token);
  const built = roundTimes(await buildReport(deps, campaign));
  const { photos: _photos, ...report } = built;
  const shown = link.withPhotos ? listSharedPhotos(built) : [];
  const images = await loadThumbnails(
    deps.db,
    shown.map(({ uploadId }) => uploadId),
  );
  return {
    report,
    expiresAt: link.expiresAt.toISOString(),
    photos: shown.flatMap(({ uploadId, marketer }) => {
      const image = images.get(uploadId);
      return image ? [{ marketer, image: `data:image/jpeg;base64,${image.toString('base64')}` }] : [];
    }),
  };
}

/** Refuses 'report/link-over' if the token is unknown, revoked or expired, or its business is suspended or deleted. */
export async function findShared(
  deps: Deps,
  token: string,
): Promise<{ link: ReportLinkRow; campaign: CampaignRow }> {
  const link = await store.findLinkByToken(deps.db, hashToken(token));
  if (!link || link.revokedAt !== null || link.expiresAt <= deps.clock.now())
    throw refuse('report/link-over');
  const campaign = await findCampaign(deps.db, link.campaignId);
  if (!campaign || (await isSuspended(deps.db, campaign.advertiserId))) throw refuse('report/link-over');
  const deleted = await listDeletedIds(deps.db, [campaign.advertiserId]);
  if (deleted.size > 0) throw refuse('report/link-over');
  return { link, campaign };
}

function isSameLink(
  link: ReportLinkRow,
  {
    label,
    days,
    withPhotos,
  }: Pick<BodyOf<typeof formContract.createReportLink>, 'label' | 'days' | 'withPhotos'>,
): boolean {
  const length = link.expiresAt.getTime() - link.createdAt.getTime();
  return link.label === label && link.withPhotos === withPhotos && length === days * DAY;
}

async function present(deps: Deps, rows: readonly ReportLinkRow[]): Promise<contract.ReportLink[]> {
  const names = await loadNames(
    deps.db,
    rows.map(({ createdBy }) => createdBy),
  );
  return rows.map(({ id, label, withPhotos, createdBy, createdAt, expiresAt }) => ({
    id,
    label,
    withPhotos,
    createdBy: names.get(createdBy)?.name ?? '',
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}
