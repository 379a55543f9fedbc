import { RatingExchanges } from './rating-exchanges.tsx';

/** Invites the caller to rate work that was paid, of one campaign or of all. */
export default function RatingInvitation({ campaignId }: { campaignId?: string }) {
  return <RatingExchanges {...(campaignId ? { campaignId } : {})} isOpenOnly title="How was it?" />;
}
