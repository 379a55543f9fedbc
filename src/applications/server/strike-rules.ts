import { addMilliseconds } from '#kernel/time.ts';
import type { RefusalCode } from '#kernel/errors.ts';
import {
  APPEAL_PERIOD_MS,
  APPLYING_PAUSE_MS,
  STRIKE_WINDOW_MS,
  strikeProcess,
  type StrikeState,
  STRIKES_FOR_PAUSE,
} from '../strike-contract.ts';

export interface StrikeFacts {
  status: StrikeState;
  at: Date;
  expiresAt: Date;
}

/** One that was lifted never counted; the others count until they expire, also while an appeal waits. */
export function isCounted({ status, expiresAt }: StrikeFacts, now: Date): boolean {
  return status !== 'lifted' && now < expiresAt;
}

/**
 * Until when somebody with these strikes may not apply, or null (decisions.md 4.1): the last three within 30 days pause it for 7 days
 * from the third on, and every further one anew.
 */
export function pausedUntil(strikes: readonly StrikeFacts[], now: Date): Date | null {
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

/** Why it cannot be appealed against now, or null. */
export function whyNotAppealable(
  { status, at }: Pick<StrikeFacts, 'status' | 'at'>,
  now: Date,
): RefusalCode | null {
  if (strikeProcess.next(status, 'appeal', 'marketer') === null) return 'strike/appealed';
  return now < appealDueAt(at) ? null : 'strike/appeal-too-late';
}

type Judged = { do: 'take' } | { do: 'repeat' } | { do: 'refuse'; code: RefusalCode };

/** What becomes of an appeal with these words: sent twice it is one, whatever was decided about it in between. */
export function judgeAppeal(
  present: Pick<StrikeFacts, 'status' | 'at'> & { appealText: string | null },
  text: string,
  now: Date,
): Judged {
  if (present.appealText === text) return { do: 'repeat' };
  const code = whyNotAppealable(present, now);
  return code === null ? { do: 'take' } : { do: 'refuse', code };
}

const steps = { upheld: 'uphold', lifted: 'lift' } as const;

/** What becomes of a decision: 'take' it, 'repeat' the answer because it stands already, or the reason to refuse. */
export function judgeDecision(present: StrikeState, wanted: 'upheld' | 'lifted'): Judged {
  if (present === wanted) return { do: 'repeat' };
  if (strikeProcess.next(present, steps[wanted], 'admin') !== null) return { do: 'take' };
  return { do: 'refuse', code: present === 'standing' ? 'strike/not-appealed' : 'strike/decided' };
}
