import type { Deps } from '#platform/server/deps.ts';
import { serializerOf } from '#platform/server/serialize.ts';
import { Campaign } from '../contract.ts';
import { type AnsweredRow, toCampaign } from './campaign-answer.ts';
import { type Viewer, whyNotOpen } from './rules.ts';

const serialize = serializerOf(Campaign);

/** A row with its JSON for viewers without rights to the campaign, by whether they may apply. */
export type WritableRow = AnsweredRow & {
  /** Set only if the row is cached for later responses. */
  written?: { forApplicants?: Buffer; forOthers?: Buffer };
};

/**
 * Returns the campaign's JSON for this viewer, with only the fields of the contract. A cached row is not
 * serialized again for viewers without rights: they differ only in whether they may apply.
 */
export function campaignJson(
  { config }: Pick<Deps, 'config'>,
  row: WritableRow,
  viewer: Viewer,
  now: Date,
): Buffer {
  const write = () => {
    const campaign = toCampaign(row, viewer, now);
    return Buffer.from(serialize(config.checksAnswers ? Campaign.parse(campaign) : campaign));
  };
  const { written } = row;
  if (!written || !isStranger(viewer)) return write();
  const kind = mayApply(row, viewer, now) ? 'forApplicants' : 'forOthers';
  return (written[kind] ??= write());
}

/** Returns when this viewer's JSON of the row expires, or null if time does not change it. */
export function campaignJsonEnds(row: AnsweredRow, viewer: Viewer, now: Date): Date | null {
  return mayApply(row, viewer, now) ? row.closesAt : null;
}

function mayApply(row: AnsweredRow, viewer: Viewer, now: Date): boolean {
  return viewer.role === 'marketer' && whyNotOpen(row, now) === null;
}

function isStranger({ rights }: Viewer): boolean {
  return !Object.values(rights).some(Boolean);
}
