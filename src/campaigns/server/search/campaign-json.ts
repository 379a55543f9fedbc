import type { Deps } from '#platform/server/deps.ts';
import { getSerializer } from '#platform/server/http/serialize.ts';
import { Campaign } from '../../contract.ts';
import { type CampaignResponseRow, toCampaign } from '../campaign-presenter.ts';
import { type Viewer, checkOpen } from '../rules.ts';

const serialize = getSerializer(Campaign);

/** A row with its JSON for viewers without rights to the campaign, by whether they may apply. */
export type CachedRow = CampaignResponseRow & {
  /** Set only if the row is cached for later responses. */
  written?: { forApplicants?: Buffer; forOthers?: Buffer };
};

/**
 * Returns the campaign's JSON for this viewer, with only the fields of the contract. A cached row is not
 * serialized again for viewers without rights: they differ only in whether they may apply.
 */
export function serializeCampaign(
  { config }: Pick<Deps, 'config'>,
  row: CachedRow,
  viewer: Viewer,
  now: Date,
): Buffer {
  const write = () => {
    const campaign = toCampaign(row, viewer, now);
    return Buffer.from(serialize(config.checksAnswers ? Campaign.parse(campaign) : campaign));
  };
  const { written } = row;
  if (!written || !hasNoRights(viewer)) return write();
  const kind = mayApply(row, viewer, now) ? 'forApplicants' : 'forOthers';
  return (written[kind] ??= write());
}

/** Returns when this viewer's JSON of the row expires, or null if time does not change it. */
export function getCampaignJsonExpiry(row: CampaignResponseRow, viewer: Viewer, now: Date): Date | null {
  return mayApply(row, viewer, now) ? row.closesAt : null;
}

function mayApply(row: CampaignResponseRow, viewer: Viewer, now: Date): boolean {
  return viewer.role === 'marketer' && checkOpen(row, now) === null;
}

function hasNoRights({ rights }: Viewer): boolean {
  return !Object.values(rights).some(Boolean);
}
