import type { CampaignRow } from '#campaigns/server/tables.ts';
import { getCampaignFor } from '#campaigns/server/service.ts';
import { refuse } from '#applications/domain.ts';
import type { BodyOf } from '#kernel/endpoint.ts';
import { addMilliseconds } from '#kernel/time.ts';
import { audit } from '#platform/server/security/audit.ts';
import { csvLine } from '#platform/server/security/csv.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { loadClothingSizes, loadNames } from '#profiles/server/service.ts';
import { loadStanding, requireTeamPermission } from '#teams/server/service.ts';
import { ADDRESS_KEPT_MS, type Kit } from '../../kit-contract.ts';
import type * as contract from '../../kit-contract.ts';
import { kitSent } from '../events.ts';
import { hideUntold } from '../rules.ts';
import { lockApplication } from '../service.ts';
import { readAddress, sealAddress } from './address-vault.ts';
import { formatKitCells, listKitHeadings } from './kit-file.ts';
import * as store from './kit-store.ts';

type Place = store.KitOfPlace & { way: NonNullable<CampaignRow['kitWay']> };

/**
 * Viewers of a team see no addresses. Neither does an advertiser who notes something: only the list, which is in the
 * audit log, has them.
 */
type Reading = 'marketer' | 'decider' | 'noting' | 'viewer';

export async function getKit(deps: Deps, actor: Actor, applicationId: string): Promise<Kit> {
  const place = await store.findKitOfPlace(deps.db, applicationId);
  if (!place || place.application.marketerId !== actor.userId) throw refuse('application/not-found');
  return present(deps.db, deps, toPlace(place, deps.clock.now()), 'marketer');
}

/**
 * Refuses 'kit/handed' once it was handed out or sent, and 'kit/address-over' for an address that would be erased at
 * once.
 */
export async function changeKit(
  deps: Deps,
  actor: Actor,
  applicationId: string,
  { size, address }: BodyOf<typeof contract.changeKit>,
): Promise<Kit> {
  return transact(deps.db, async (tx) => {
    const found = await lockOwnPlace(tx, deps, actor, applicationId);
    const { kit, way } = found;
    if (kit?.handedAt || kit?.receivedAt) throw refuse('kit/handed');
    if (address && way !== 'shipped') throw refuse('kit/no-parcel');
    if (address && !isAddressKept(found, deps.clock.now())) throw refuse('kit/address-over');
    await store.upsertKit(tx, applicationId, {
      ...(size ? { size } : {}),
      ...(address ? { addressSealed: sealAddress(deps.config, applicationId, address) } : {}),
    });
    return presentAgain(tx, deps, applicationId, 'marketer');
  });
}

/** Taking it back does not make the address readable for longer: its time is counted from the first note. */
export async function handOutKit(
  deps: Deps,
  actor: Actor,
  applicationId: string,
  { isHanded, trackingNumber }: BodyOf<typeof contract.handOutKit>,
): Promise<Kit> {
  return transact(deps.db, async (tx) => {
    const found = await store.findKitOfPlace(tx, applicationId);
    if (!found) throw refuse('application/not-found');
    const { advertiserId } = found.campaign;
    await requireTeamPermission(tx, actor, advertiserId, 'decide', () => refuse('application/not-found'));
    const { kit, campaign, way } = await lockPlace(tx, deps, applicationId);
    if (way === 'own') throw refuse('kit/own-clothes');
    if (!isHanded && kit?.receivedAt) throw refuse('kit/received');
    const now = deps.clock.now();
    const isSent = isHanded && way === 'shipped';
    await store.upsertKit(tx, applicationId, {
      handedAt: isHanded ? (kit?.handedAt ?? now) : null,
      trackingNumber: isSent ? trackingNumber || kit?.trackingNumber || null : null,
      ...(isSent ? { addressUntil: kit?.addressUntil ?? addMilliseconds(now, ADDRESS_KEPT_MS) } : {}),
    });
    if (isSent) {
      const { marketerId } = found.application;
      const payload = { applicationId, campaignId: campaign.id, marketerId };
      await announce(tx, kitSent, { ref: applicationId, payload }, deps.clock);
    }
    return presentAgain(tx, deps, applicationId, 'noting');
  });
}

export async function receiveKit(
  deps: Deps,
  actor: Actor,
  applicationId: string,
  { isReceived, isReturned }: BodyOf<typeof contract.receiveKit>,
): Promise<Kit> {
  return transact(deps.db, async (tx) => {
    const { kit, way } = await lockOwnPlace(tx, deps, actor, applicationId);
    if (way === 'own') throw refuse('kit/own-clothes');
    const now = deps.clock.now();
    await store.upsertKit(tx, applicationId, {
      receivedAt: isReceived ? (kit?.receivedAt ?? now) : null,
      returnedAt: isReturned ? (kit?.returnedAt ?? now) : null,
    });
    return presentAgain(tx, deps, applicationId, 'marketer');
  });
}

export async function listKits(deps: Deps, actor: Actor, campaignId: string): Promise<Kit[]> {
  return transact(deps.db, async (tx) => {
    const campaign = await getCampaignFor(tx, actor, campaignId, 'read');
    const { rights } = await loadStanding(tx, actor, campaign.advertiserId);
    if (campaign.kitWay === null) return [];
    const places = (await store.listKitsOfCampaign(tx, campaignId, deps.clock.now())).map((found) =>
      toPlace(found, deps.clock.now()),
    );
    const kits = await presentAll(tx, deps, places, rights.decide ? 'decider' : 'viewer');
    const addresses = kits.filter(({ address }) => address !== null).length;
    if (addresses > 0) {
      const object = { kind: 'campaign', id: campaignId };
      await audit(tx, deps, { actor, action: 'kit-addresses.viewed', object, details: { addresses } });
    }
    return kits.toSorted((one, other) => one.marketerName.localeCompare(other.marketerName));
  });
}

export async function writeKitFile(deps: Deps, actor: Actor, campaignId: string): Promise<string> {
  const kits = await listKits(deps, actor, campaignId);
  return [listKitHeadings(), ...kits.map(formatKitCells)].map(csvLine).join('');
}

/** Refuses 'application/not-found' to others. */
async function lockOwnPlace(tx: Tx, deps: Deps, actor: Actor, applicationId: string): Promise<Place> {
  const found = await store.findKitOfPlace(tx, applicationId);
  if (found?.application.marketerId !== actor.userId) throw refuse('application/not-found');
  return lockPlace(tx, deps, applicationId);
}

async function lockPlace(tx: Tx, { clock }: Deps, applicationId: string): Promise<Place> {
  await lockApplication(tx, applicationId);
  const found = await store.findKitOfPlace(tx, applicationId);
  if (!found) throw refuse('application/not-found');
  return toPlace(found, clock.now());
}

/** Refuses 'kit/none' without a place that the marketer knows of, or if the campaign says nothing about a kit. */
function toPlace(found: store.KitOfPlace, now: Date): Place {
  const way = found.campaign.kitWay;
  const { status } = hideUntold(found.application, now);
  if (status !== 'approved' || way === null) throw refuse('kit/none');
  return { ...found, way };
}

async function presentAgain(tx: Tx, deps: Deps, applicationId: string, reading: Reading): Promise<Kit> {
  const found = await store.findKitOfPlace(tx, applicationId);
  if (!found) throw new Error(`application ${applicationId} vanished`);
  return present(tx, deps, toPlace(found, deps.clock.now()), reading);
}

async function present(reader: Reader, deps: Deps, place: Place, reading: Reading): Promise<Kit> {
  const [kit] = await presentAll(reader, deps, [place], reading);
  if (!kit) throw new Error(`application ${place.application.id} was not answered`);
  return kit;
}

async function presentAll(
  reader: Reader,
  deps: Deps,
  places: readonly Place[],
  reading: Reading,
): Promise<Kit[]> {
  const marketerIds = places.map(({ application }) => application.marketerId);
  const names = await loadNames(reader, marketerIds);
  const sizes = await loadClothingSizes(reader, marketerIds);
  const now = deps.clock.now();
  return places.map((place) => {
    const { application, campaign, kit, way } = place;
    const { id: applicationId, marketerId } = application;
    const sealed = isAddressKept(place, now) ? (kit?.addressSealed ?? null) : null;
    const isWorn = way === 'own';
    const showsAddress = reading === 'marketer' || reading === 'decider';
    return {
      applicationId,
      campaignId: campaign.id,
      campaignTitle: campaign.title,
      way,
      pickUpPlace: campaign.kitPlace,
      pickUpHours: campaign.kitHours,
      marketerName: names.get(marketerId)?.name ?? '',
      size: kit?.size ?? sizes.get(marketerId) ?? null,
      hasAddress: sealed !== null,
      address: sealed !== null && showsAddress ? readAddress(deps, applicationId, sealed) : null,
      handedAt: kit?.handedAt?.toISOString() ?? null,
      trackingNumber: kit?.trackingNumber ?? null,
      receivedAt: kit?.receivedAt?.toISOString() ?? null,
      returnedAt: kit?.returnedAt?.toISOString() ?? null,
      can: {
        change: reading === 'marketer' && !isWorn && !kit?.handedAt && !kit?.receivedAt,
        hand: (reading === 'decider' || reading === 'noting') && !isWorn,
        receive: reading === 'marketer' && !isWorn,
      },
    };
  });
}

/** The same rule as `eraseDueAddresses`: a sweep that runs late shows nothing for longer. */
function isAddressKept({ kit, campaign }: Place, now: Date): boolean {
  if (kit?.addressUntil && kit.addressUntil <= now) return false;
  if (campaign.status === 'completed') return false;
  return campaign.closesAt === null || addMilliseconds(campaign.closesAt, ADDRESS_KEPT_MS) > now;
}
