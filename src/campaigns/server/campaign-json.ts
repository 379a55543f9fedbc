import type { Deps } from '#platform/server/deps.ts';
import { serializerOf } from '#platform/server/serialize.ts';
import { Campaign } from '../contract.ts';
import { type AnsweredRow, toCampaign } from './campaign-answer.ts';
import { type Viewer, whyNotOpen } from './rules.ts';

const serialize = serializerOf(Campaign);

/** A row, and what was written of it for those who have no part in the campaign, by whether they may apply. */
export type WritableRow = AnsweredRow & {
  /** Only where the row itself is kept to be written again. */
  written?: { forApplicants?: Buffer; forOthers?: Buffer };
};

/**
 * A campaign as the JSON that this viewer is answered, with only what the contract names. A kept row is not written again
 * for another stranger: all that they see differently is whether they may apply.
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

/** Until when this viewer's JSON of the row stays the same by itself; null where time does not change it. */
export function campaignJsonEnds(row: AnsweredRow, viewer: Viewer, now: Date): Date | null {
  return mayApply(row, viewer, now) ? row.closesAt : null;
}

function mayApply(row: AnsweredRow, viewer: Viewer, now: Date): boolean {
  return viewer.role === 'marketer' && whyNotOpen(row, now) === null;
}

function isStranger({ rights }: Viewer): boolean {
  return !Object.values(rights).some(Boolean);
}
