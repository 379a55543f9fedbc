import type { CloseReason } from '#campaigns/contract.ts';
import { type Message, msg, translateStored } from '#kernel/text.ts';

/** Reasons that the platform gives for a decision. They are stored in English. */
export const closedReasons: Readonly<Record<CloseReason, Message>> = {
  cancelled: msg('The campaign was closed'),
  expired: msg('The campaign has ended'),
  finished: msg('The campaign has ended'),
};
export const notConfirmedReason = msg('Not confirmed in time');

const platformReasons = [...Object.values(closedReasons), notConfirmedReason];

/** Returns the stored reason. One that the platform gave is in the reader's language. */
export function formatReason(stored: string | null): string | null {
  return translateStored(stored, platformReasons);
}
