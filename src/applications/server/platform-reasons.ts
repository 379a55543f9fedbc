import type { CloseReason } from '#campaigns/contract.ts';
import { type Message, msg, translateStored } from '#kernel/text.ts';

/** Stored in English. */
export const closedReasons: Readonly<Record<CloseReason, Message>> = {
  cancelled: msg('The campaign was closed'),
  expired: msg('The campaign has ended'),
  finished: msg('The campaign has ended'),
};
export const notConfirmedReason = msg('Not confirmed in time');

const platformReasons = [...Object.values(closedReasons), notConfirmedReason];

/** A reason of the platform is in the reader's language. */
export function formatReason(stored: string | null): string | null {
  return translateStored(stored, platformReasons);
}
