import { IconAlertTriangle, IconShieldCheck, IconShieldQuestion } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '#kernel/text.ts';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { type Punctuality } from '../../marketers-contract.ts';
import { type SocialPlatform, socialPlatformNames } from '../../social-handle-contract.ts';
import classes from './marketer-facts.module.css';
import { formatOnTimeGigs, formatOnTimeRate, onTimeMeaning } from './punctuality-labels.ts';

export interface MarketerFactsProps {
  name: string;
  imageUrl: string | null;
  place: string;
  badges?: ReactNode;
  rating: number;
  ratingCount: number;
  finishedWork: number;
  punctuality: Punctuality;
  isIdentityVerified: boolean;
  strikes: number;
  platforms: readonly { platform: SocialPlatform; audience: ReactNode }[];
  note?: string | null;
  ratings: ReactNode;
  children?: ReactNode;
}

export function MarketerFacts(props: MarketerFactsProps) {
  const { name, imageUrl, place, badges, note, platforms, ratings, ratingCount, children } = props;
  return (
    <div className={classes.facts}>
      <div className={classes.who}>
        <Monogram name={name} imageUrl={imageUrl} shape="round" size={84} />
        <div className={classes.words}>
          <p className={classes.name}>{name}</p>
          <p className={classes.quiet}>{place}</p>
          {badges ? <div className={classes.badges}>{badges}</div> : null}
        </div>
      </div>
      {note ? (
        <figure className={classes.note}>
          <figcaption>{t('Note to you')}</figcaption>
          <blockquote>{note}</blockquote>
        </figure>
      ) : null}
      <div>
        <Figures {...props} />
        {props.punctuality.gigs > 0 ? <p className={classes.meaning}>{t(onTimeMeaning)}</p> : null}
      </div>
      <Checks {...props} />
      {children}
      <section className={classes.section}>
        <h3>{t('Followers')}</h3>
        {platforms.length === 0 ? (
          <p className={classes.quiet}>{t('No confirmed accounts.')}</p>
        ) : (
          <ul className={classes.platforms} aria-label={t('Platforms of {name}', { name })}>
            {platforms.map(({ platform, audience }) => (
              <li key={platform}>
                <span>{socialPlatformNames[platform]}</span>
                <b>{audience}</b>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className={classes.section}>
        <h3>{t('Ratings')}</h3>
        {ratingCount > 0 ? ratings : <p className={classes.quiet}>{t('No ratings yet.')}</p>}
      </section>
    </div>
  );
}

function Figures({ rating, ratingCount, finishedWork, punctuality }: MarketerFactsProps) {
  return (
    <dl className={classes.figures}>
      <div>
        <dt>{t('Rating')}</dt>
        <dd>
          <b>{ratingCount === 0 ? '–' : rating.toFixed(1)}</b>
          <span>{ratingCount === 0 ? t('No ratings yet') : formatRatings(ratingCount)}</span>
        </dd>
      </div>
      <div>
        <dt>{t('Finished')}</dt>
        <dd>
          <b>{finishedWork}</b>
          <span>{t('{count, plural, one {gig} other {gigs}}', { count: finishedWork })}</span>
        </dd>
      </div>
      <div>
        <dt>{t('On time')}</dt>
        <dd>
          <b>{formatOnTimeRate(punctuality) ?? '–'}</b>
          <span>{formatOnTimeGigs(punctuality, finishedWork)}</span>
        </dd>
      </div>
    </dl>
  );
}

const formatRatings = (count: number) => t('{count, plural, one {# rating} other {# ratings}}', { count });

function Checks({ isIdentityVerified, strikes }: MarketerFactsProps) {
  return (
    <ul className={classes.checks} aria-label={t('Checks')}>
      <li data-tone={isIdentityVerified ? 'good' : undefined}>
        {isIdentityVerified ? (
          <IconShieldCheck size={20} aria-hidden />
        ) : (
          <IconShieldQuestion size={20} aria-hidden />
        )}
        {isIdentityVerified ? t('Identity checked') : t('Identity not checked yet')}
      </li>
      <li data-tone={strikes > 0 ? 'bad' : undefined}>
        <IconAlertTriangle size={20} aria-hidden />
        {strikes === 0
          ? t('No active strikes')
          : t('{strikes, plural, one {# active strike} other {# active strikes}}', { strikes })}
      </li>
    </ul>
  );
}
