import { msg, t } from '#kernel/text.ts';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import classes from '#tracking/web/report/presence-signals.module.css';
import { weightLabels } from '#tracking/web/report/signal-labels.ts';
import type { Proof } from '../contract.ts';
import { explainMediaSign, formatMediaSign } from './media-labels.ts';

interface MediaSignsProps {
  proof: Pick<Proof, 'signs' | 'media'>;
  reader: 'marketer' | 'reviewer';
}

const introductions = {
  marketer: msg(
    'Your reviewer sees these too. They prove nothing. With a strong sign, a person decides about your proof.',
  ),
  reviewer: msg('For information only. Honest work can cause any of these.'),
} as const;

/** Each sign has a harmless explanation. Never an accusation. */
export function MediaSigns({ proof, reader }: MediaSignsProps) {
  if (proof.signs.length === 0) return null;
  const isAboutFiles = proof.signs.some(({ kind }) => kind !== 'same-post');
  const title = isAboutFiles ? t('Unusual signs of the files') : t('Unusual signs of the post');
  return (
    <section className={classes.signals} aria-label={title}>
      <p className={classes.lead}>
        <strong>{title}.</strong> {t(introductions[reader])}
      </p>
      <ul className={classes.list}>
        {proof.signs.map((sign) => (
          <li className={classes.signal} key={`${sign.kind} ${sign.file} ${sign.check}`}>
            <div className={classes.words}>
              <p className={classes.noticed}>{formatMediaSign(sign, proof.media)}</p>
              <p className={classes.innocent}>{explainMediaSign(sign)}</p>
            </div>
            <StatusBadge tone={sign.weight === 'high' ? 'waiting' : 'neutral'}>
              {t(weightLabels[sign.weight])}
            </StatusBadge>
          </li>
        ))}
      </ul>
    </section>
  );
}
