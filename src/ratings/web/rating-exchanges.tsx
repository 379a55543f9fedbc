import { Button } from '@mantine/core';
import { IconStar } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import { useAllPages } from '#platform/web/paging.ts';
import { formatZonedTime } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { restoreLostFocus } from '#platform/web/ui/use-focus-after.ts';
import { listRatingExchanges, type RatingExchange } from '../contract.ts';
import { RatingDialog } from './rating-dialog.tsx';
import { RatingItem } from './rating-item.tsx';
import { formatExchange } from './rating-labels.ts';
import classes from './ratings.module.css';
import { ReplyDialog } from './reply-dialog.tsx';

interface RatingExchangesProps {
  campaignId?: string;
  /** Shows only work that can be rated now, as an invitation. */
  isOpenOnly?: boolean;
  title?: string;
}

/** Renders nothing without ratings. */
export function RatingExchanges({
  campaignId,
  isOpenOnly = false,
  title = t('Ratings'),
}: RatingExchangesProps) {
  const query = { ...(campaignId ? { campaignId } : {}), ...(isOpenOnly ? { open: 'true' as const } : {}) };
  const exchanges = useAllPages(listRatingExchanges, { query }, { refetchOnMount: 'always' });
  const [rated, setRated] = useState<RatingExchange | null>(null);
  const [answered, setAnswered] = useState<RatingExchange | null>(null);
  const place = useRef<HTMLDivElement>(null);
  // The button that opened the dialog may be gone.
  const onClosed = () => restoreLostFocus(place.current);
  if (!exchanges.data) {
    return exchanges.error ? (
      <ErrorState
        error={exchanges.error}
        title={t('The ratings could not be loaded')}
        onRetry={() => void exchanges.refetch()}
      />
    ) : null;
  }
  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      {exchanges.data.length > 0 ? (
        <Panel title={title}>
          <ul className={classes.list} aria-label={title}>
            {exchanges.data.map((exchange) => (
              <ExchangeRow
                exchange={exchange}
                namesCampaign={campaignId === undefined}
                isOpenOnly={isOpenOnly}
                onRate={() => setRated(exchange)}
                onReply={() => setAnswered(exchange)}
                key={exchange.applicationId}
              />
            ))}
          </ul>
        </Panel>
      ) : null}
      <RatingDialog exchange={rated} onClose={() => setRated(null)} onClosed={onClosed} />
      <ReplyDialog exchange={answered} onClose={() => setAnswered(null)} onClosed={onClosed} />
    </div>
  );
}

interface ExchangeRowProps {
  exchange: RatingExchange;
  namesCampaign: boolean;
  isOpenOnly: boolean;
  onRate: () => void;
  onReply: () => void;
}

function ExchangeRow({ exchange, namesCampaign, isOpenOnly, onRate, onReply }: ExchangeRowProps) {
  const { otherName, own, other, can, campaignId, campaignTitle } = exchange;
  const state = formatExchange(exchange, formatZonedTime);
  return (
    <li className={classes.exchange}>
      <div className={classes.itemTop}>
        <div className={classes.words}>
          <p className={classes.author}>{otherName}</p>
          {namesCampaign ? (
            <Link className={classes.campaign} to={`/campaigns/${campaignId}`}>
              {campaignTitle}
            </Link>
          ) : null}
          {state ? <p className={classes.quiet}>{state}</p> : null}
        </div>
        <div className={classes.acts}>
          {can.rate ? (
            <Button
              size="sm"
              leftSection={<IconStar size={18} aria-hidden />}
              aria-label={t('Rate {otherName}', { otherName })}
              onClick={onRate}
            >
              {t('Rate')}
            </Button>
          ) : null}
          {can.change ? (
            <Button
              size="sm"
              variant="default"
              aria-label={t('Change your rating of {otherName}', { otherName })}
              onClick={onRate}
            >
              {t('Change rating')}
            </Button>
          ) : null}
          {can.reply ? (
            <Button
              size="sm"
              variant="default"
              aria-label={t('Reply to {otherName}', { otherName })}
              onClick={onReply}
            >
              {t('Reply')}
            </Button>
          ) : null}
        </div>
      </div>
      {isOpenOnly ? null : (
        <>
          {own ? <RatingItem rating={own} title={t('Your rating')} /> : null}
          {other ? <RatingItem rating={other} title={t('{otherName} about you', { otherName })} /> : null}
        </>
      )}
    </li>
  );
}
