import type { ReactNode } from 'react';
import { t } from '#kernel/text.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { Stars } from '#platform/web/ui/rating-figure.tsx';
import type { Rating } from '../contract.ts';
import { tickLabels } from './rating-labels.ts';
import classes from './ratings.module.css';

/** `title` says who wrote it. */
export function RatingItem({ rating, title }: { rating: Rating; title: ReactNode }) {
  const { stars, ticks, text, isTextHidden, isPublished, publishedAt, sentAt, reply } = rating;
  const day = isPublished ? publishedAt : sentAt;
  return (
    <div className={classes.item}>
      <div className={classes.itemTop}>
        <span className={classes.author}>{title}</span>
        <Stars stars={stars} />
        <time className={classes.quiet} dateTime={day}>
          {formatDay(day)}
        </time>
      </div>
      {ticks.length > 0 ? (
        <ul className={classes.ticks} aria-label={t('What was good')}>
          {ticks.map((tick) => (
            <li key={tick}>{t(tickLabels[tick])}</li>
          ))}
        </ul>
      ) : null}
      <Words text={text} isHidden={isTextHidden} />
      {reply ? (
        <div className={classes.reply}>
          <p className={classes.quiet}>{t('Reply, {day}', { day: formatDay(reply.repliedAt) })}</p>
          <Words text={reply.text} isHidden={reply.isHidden} />
        </div>
      ) : null}
    </div>
  );
}

function Words({ text, isHidden }: { text: string | null; isHidden: boolean }) {
  return (
    <>
      {text ? <p className={classes.text}>{text}</p> : null}
      {isHidden ? <p className={classes.quiet}>{t('An administrator hid these words.')}</p> : null}
    </>
  );
}
