import { type Message, msg, t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { StatusBadge, type StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import type { SpotCheckState } from '#tracking/spot-check-contract.ts';
import type { Proof, ProofMedia } from '../../contract.ts';
import type { ProofSpotCheck } from '../../spot-check-contract.ts';
import { ProofMediaGallery } from '../review/proof-review-media.tsx';
import classes from './spot-check-facts.module.css';

const states: Readonly<Record<SpotCheckState, { label: Message; tone: StatusTone }>> = {
  asked: { label: msg('Open', { context: 'a photo check' }), tone: 'live' },
  passed: { label: msg('Passed'), tone: 'positive' },
  missed: { label: msg('Missed'), tone: 'waiting' },
};

interface SpotCheckFactsProps {
  proof: Pick<Proof, 'spotChecks'>;
  name: string;
}

export function SpotCheckFacts({ proof: { spotChecks }, name }: SpotCheckFactsProps) {
  if (spotChecks.length === 0) return null;
  const passed = spotChecks.filter(({ state }) => state === 'passed').length;
  return (
    <section aria-label={t('Photo checks')}>
      <h3 className={classes.title}>{t('Photo checks')}</h3>
      <p className={classes.summary}>
        {t('{passed} of {count} passed. Each photo was asked for at a random time.', {
          passed,
          count: spotChecks.length,
        })}
      </p>
      <ul className={classes.list}>
        {spotChecks.map((check) => (
          <li key={check.number} className={classes.check}>
            <div className={classes.facts}>
              <p className={classes.asked}>{t('Asked {time}', { time: formatDayTime(check.askedAt) })}</p>
              <StatusBadge tone={states[check.state].tone}>{t(states[check.state].label)}</StatusBadge>
              {check.code === null ? null : (
                <p className={classes.code}>
                  {rich('Code in the photo <b>{code}</b>', { b: <b /> }, { code: check.code })}
                </p>
              )}
            </div>
            <ProofMediaGallery media={toMedia(check)} name={name} isWhole />
          </li>
        ))}
      </ul>
    </section>
  );
}

function toMedia({ photo }: ProofSpotCheck): ProofMedia[] {
  return photo ? [{ ...photo, kind: 'photo', durationSeconds: null, isSentAgain: false }] : [];
}
