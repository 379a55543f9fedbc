import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { StatusBadge, type StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import type { SpotCheckState } from '#tracking/spot-check-contract.ts';
import type { Proof, ProofMedia } from '../../contract.ts';
import type { ProofSpotCheck } from '../../spot-check-contract.ts';
import { ProofMediaGallery } from '../proof-review-media.tsx';
import classes from './spot-check-facts.module.css';

const states: Readonly<Record<SpotCheckState, { label: string; tone: StatusTone }>> = {
  asked: { label: 'Open', tone: 'live' },
  passed: { label: 'Passed', tone: 'positive' },
  missed: { label: 'Missed', tone: 'waiting' },
};

interface SpotCheckFactsProps {
  proof: Pick<Proof, 'spotChecks'>;
  /** The marketer's. */
  name: string;
}

/** The checks of a proof with their photos and codes, to compare them. */
export function SpotCheckFacts({ proof: { spotChecks }, name }: SpotCheckFactsProps) {
  if (spotChecks.length === 0) return null;
  const passed = spotChecks.filter(({ state }) => state === 'passed').length;
  return (
    <section aria-label="Photo checks">
      <h3 className={classes.title}>Photo checks</h3>
      <p className={classes.summary}>
        {passed} of {spotChecks.length} passed. Each photo was asked for at a random time.
      </p>
      <ul className={classes.list}>
        {spotChecks.map((check) => (
          <li key={check.number} className={classes.check}>
            <div className={classes.facts}>
              <p className={classes.asked}>Asked {formatDayTime(check.askedAt)}</p>
              <StatusBadge tone={states[check.state].tone}>{states[check.state].label}</StatusBadge>
              {check.code === null ? null : (
                <p className={classes.code}>
                  Code in the photo <b>{check.code}</b>
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
