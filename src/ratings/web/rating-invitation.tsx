import { t } from '#kernel/text.ts';
import { RatingExchanges } from './rating-exchanges.tsx';
import classes from './ratings.module.css';

export default function RatingInvitation({ campaignId }: { campaignId?: string }) {
  return (
    <div className={classes.invitation}>
      <RatingExchanges {...(campaignId ? { campaignId } : {})} isOpenOnly title={t('How was it?')} />
    </div>
  );
}
