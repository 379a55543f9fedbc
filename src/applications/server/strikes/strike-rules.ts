import type { RefusalCode } from '#applications/domain.ts';
import { addMilliseconds } from '#kernel/time.ts';
import {
  APPEAL_PERIOD_MS,
  APPLYING_PAUSE_MS,
  STRIKE_WINDOW_MS,
  strikeProcess,
  type StrikeState,
  STRIKES_FOR_PAUSE,
} from '../../strike-contract.ts';

export interface StrikeFacts {
  status: StrikeState;
  at: Date;
  expiresAt: Date;
}

/** A strike counts while an appeal is pending. */
export function isCounted({ status, expiresAt }: StrikeFacts, now: Date): boolean {
  return status !== 'lifted' && now < expiresAt;
}

/**
 * Three strikes within 30 days pause applying for 7 days from the third one, and each further strike restarts the 7
 * days (decision 17.1).
 */
export function getPauseEnd(strikes: readonly StrikeFacts[], now: Date): Date | null {
  const moments = strikes
    .filter((strike) => isCounted(strike, now))
    .map(({ at }) => at.getTime())
    .toSorted((one, other) => one - other);
  let until: Date | null = null;
  for (const [index, last] of moments.entries()) {
    const first = moments[index - STRIKES_FOR_PAUSE + 1];
    if (first === undefined || last - first > STRIKE_WINDOW_MS) continue;
    until = addMilliseconds(new Date(last), APPLYING_PAUSE_MS);
  }
  return until !== null && until > now ? until : null;
}

export function appealDueAt(at: Date): Date {
  return addMilliseconds(at, APPEAL_PERIOD_MS);
}

export function checkAppealable(
  { status, at }: Pick<StrikeFacts, 'status' | 'at'>,
  now: Date,
): RefusalCode | null {
  if (strikeProcess.next(status, 'appeal', 'marketer') === null) return 'strike/appealed';
  return now < appealDueAt(at) ? null : 'strike/appeal-too-late';
}

type Judged = { do: 'take' } | { do: 'repeat' } | { do: 'refuse'; code: RefusalCode };

/** Sending the same text again is a repeat, even if it was decided since. */
export function checkAppeal(
  present: Pick<StrikeFacts, 'status' | 'at'> & { appealText: string | null },
  text: string,
  now: Date,
): Judged {
  if (present.appealText === text) return { do: 'repeat' };
  const code = checkAppealable(present, now);
  return code === null ? { do: 'take' } : { do: 'refuse', code };
}

const steps = { upheld: 'uphold', lifted: 'lift' } as const;

/**
 * Returns what to do with a decision: 'take' it, 'repeat' the answer if it is already in place, or refuse.
 */
export function checkStrikeDecision(present: StrikeState, wanted: 'upheld' | 'lifted'): Judged {
  if (present === wanted) return { do: 'repeat' };
  if (strikeProcess.next(present, steps[wanted], 'admin') !== null) return { do: 'take' };
  return { do: 'refuse', code: present === 'standing' ? 'strike/not-appealed' : 'strike/decided' };
}
