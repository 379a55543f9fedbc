import { refuse } from '#campaigns/domain.ts';
import { circleAround } from '#kernel/geometry/polygon.ts';
import { formatDollars } from '#kernel/money.ts';
import { DAY } from '#kernel/time.ts';
import { t } from '#kernel/text.ts';
import { findPaymentInProgress } from '#payments/server/service.ts';
import type { OrderRow } from '#payments/server/tables.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from './ports.ts';
import { findCity } from '#platform/server/places/gazetteer/gazetteer.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { requireTeamPermission } from '#teams/server/service.ts';
import type { LocationDetails } from '../fields-contract.ts';
import type { SaveCampaign } from '../form-contract.ts';
import { claimAssets } from './assets.ts';
import { toCampaignColumns, type FormColumns } from './campaign-columns.ts';
import { computeCost, hasPassed, checkEditable } from './rules.ts';
import { lockCampaign } from './service.ts';
import * as store from './store.ts';
import type { CampaignRow } from './tables.ts';

/**
 * If the form is sent again with the same submissionKey after a lost response, changes the first draft. Refuses
 * 'campaign/not-draft' if that one is funded.
 */
export async function createDraft(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  form: SaveCampaign,
): Promise<CampaignRow> {
  const now = deps.clock.now();
  const submissionKey = form.submissionKey ?? null;
  const columns = await checkedColumns(tx, form, now);
  const row = await store.insertCampaign(tx, {
    ...columns,
    id: deps.random.uuid(),
    advertiserId: actor.userId,
    submissionKey,
    createdAt: now,
    updatedAt: now,
  });
  if (!row) {
    if (submissionKey === null) throw new Error('an insert returned no row');
    const first = await store.findBySubmissionKey(tx, actor.userId, submissionKey);
    return changeDraft(tx, deps, actor, first, form);
  }
  await claimAssets(tx, row, actor, now);
  return row;
}

export async function changeDraft(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  id: string,
  form: SaveCampaign,
): Promise<CampaignRow> {
  const now = deps.clock.now();
  const present = await lockCampaign(tx, id);
  await requireTeamPermission(tx, actor, present.advertiserId, 'decide', () => refuse('campaign/not-found'));
  const reason = checkEditable(present);
  if (reason) throw refuse(reason, { state: present.status });
  const columns = await checkedColumns(tx, form, now);
  const payment = await findPaymentInProgress(tx, id);
  if (payment) refuseUnfundable(deps, columns, payment);
  const row = await store.updateCampaign(tx, id, { ...columns, updatedAt: now });
  await claimAssets(tx, row, actor, now);
  return row;
}

/**
 * A payment in progress fits one complete campaign with one pay. The draft must keep both until the money is
 * in escrow. The fee was fixed when the order was opened.
 */
function refuseUnfundable(
  deps: Deps,
  columns: FormColumns,
  paid: Pick<OrderRow, 'payCents' | 'amountCents'>,
): void {
  const { payCents = null, needed = null } = columns;
  const cost = computeCost({ payCents, needed }, deps.config.feeBasisPoints);
  if (columns.isComplete && cost?.payCents === paid.payCents) return;
  const message = t(
    'A payment of {amount} for this campaign is in progress, so the campaign must stay complete and cost the same.',
    { amount: formatDollars(paid.amountCents) },
  );
  throw refuse('campaign/not-draft', { message });
}

/** Refuses what only the server can check, for drafts too. */
async function checkedColumns(reader: Reader, form: SaveCampaign, now: Date): Promise<FormColumns> {
  if (form.paymentMethod !== undefined && form.paymentMethod !== 'paypal') {
    throw refuse('campaign/payment-method', {
      fields: { paymentMethod: t('Only PayPal payments are supported.') },
    });
  }
  const place = form.locationDetails && withCircle(form.locationDetails);
  const columns = toCampaignColumns(
    { ...form, locationDetails: place },
    place ? findCity(place.lat, place.lng) : null,
  );
  if (hasPassed(columns.startTime ?? null, now)) {
    throw refuse('campaign/start-passed', {
      fields: { startTime: t('The start time must be in the future.') },
    });
  }
  if (columns.startTime && columns.startTime.getTime() > now.getTime() + LATEST_START_MS) {
    throw refuse('request/invalid', {
      fields: { startTime: t('Choose a start time within the next two years') },
    });
  }
  await refuseOutsideTier(reader, columns);
  return columns;
}

function withCircle(place: LocationDetails): LocationDetails {
  if (!place.corners) return place;
  const { radiusMeters, ...centre } = circleAround(place.corners);
  return { ...place, ...centre, radius: radiusMeters };
}

const LATEST_START_MS = 2 * 366 * DAY;

/** Both ends of the price range are inclusive. */
async function refuseOutsideTier(reader: Reader, columns: FormColumns): Promise<void> {
  const { socialPlatform, contentType, requiredTier, payCents } = columns;
  if (!socialPlatform || !contentType || !requiredTier) return;
  if (payCents == null) {
    if (columns.isComplete)
      throw refuse('campaign/outside-tier', {
        fields: { payRate: t('The budget is too small for this number of posts.') },
      });
    return;
  }
  const tier = await store.findPricingTier(reader, {
    platform: socialPlatform,
    contentType,
    tier: requiredTier,
  });
  if (tier && payCents >= tier.minCents && payCents <= tier.maxCents) return;
  const message = tier
    ? t('The pay per post must be between {least} and {most} for this tier.', {
        least: formatDollars(tier.minCents),
        most: formatDollars(tier.maxCents),
      })
    : t('This platform doesn’t support this content type.');
  throw refuse('campaign/outside-tier', { message, fields: { payRate: message } });
}
