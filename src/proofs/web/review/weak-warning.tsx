import { Alert } from '@mantine/core';
import { t } from '#kernel/text.ts';
import { formatSignal } from '#tracking/web/report/signal-labels.ts';
import type { Proof } from '../../contract.ts';
import { formatMediaSign } from '../media-labels.ts';
import classes from './proof-review.module.css';

export function WeakWarning({ proof }: { proof: Proof }) {
  if (proof.strength !== 'weak') return null;
  const signs = [
    ...proof.signs.filter(isHigh).map((sign) => formatMediaSign(sign, proof.media)),
    ...(proof.presence?.signals ?? []).filter(isHigh).map(formatSignal),
  ];
  return (
    <Alert color="yellow" title={t('This proof is weak')} mb="md">
      <ul className={classes.bulk}>
        {signs.length > 0 ? (
          signs.map((text) => <li key={text}>{text}</li>)
        ) : (
          <li>
            {t(
              '{minutes, plural, one {# minute was} other {# minutes were}} recorded inside the area, less than half of the campaign’s time.',
              { minutes: Math.round(proof.presence?.minutesInside ?? 0) },
            )}
          </li>
        )}
      </ul>
    </Alert>
  );
}

function isHigh({ weight }: { weight: string }): boolean {
  return weight === 'high';
}
