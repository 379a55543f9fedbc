import { type RefusalCode } from '#kernel/errors.ts';
import { MINUTE } from '#kernel/time.ts';
import { applicationProcess, type ApplicationState } from '../contract.ts';

/** What may be asked for by PUT, and which step of the process it is. */
export type Decision = 'approved' | 'rejected' | 'withdrawn';

const steps = {
  approved: { name: 'approve', by: 'advertiser' },
  rejected: { name: 'reject', by: 'advertiser' },
  withdrawn: { name: 'withdraw', by: 'marketer' },
} as const;

export type Party = 'advertiser' | 'marketer';

/**
 * What becomes of a decision: 'take' it, 'repeat' the answer because it stands already, or the reason to refuse. The
 * advertiser approves and rejects, the marketer withdraws.
 */
export function judge(
  present: ApplicationState,
  wanted: Decision,
  party: Party,
): { do: 'take' } | { do: 'repeat' } | { do: 'refuse'; code: RefusalCode } {
  const step = steps[wanted];
  if (step.by !== party) return { do: 'refuse', code: 'auth/forbidden' };
  if (present === wanted) return { do: 'repeat' };
  const next = applicationProcess.next(present, step.name, party);
  return next === null ? { do: 'refuse', code: 'application/decided' } : { do: 'take' };
}

export interface ApplicationFacts {
  status: ApplicationState;
  /** The campaign is active and has a place left. */
  hasOpenPlace: boolean;
  /** A session has begun, or proof was sent. */
  hasBegun: boolean;
}

/** Which decisions this party may take; deciding refuses by the same rules. */
export function permissionsOf(application: ApplicationFacts, party: Party) {
  const isOpen = (wanted: Decision) => judge(application.status, wanted, party).do === 'take';
  return {
    approve: isOpen('approved') && application.hasOpenPlace,
    reject: isOpen('rejected'),
    withdraw: isOpen('withdrawn') && !application.hasBegun,
  };
}

export interface WorkTime {
  startTime: Date;
  durationMinutes: number;
}

/** Do two pieces of work share any time? One may begin in the moment in which the other ends. */
export function overlaps(one: WorkTime, other: WorkTime): boolean {
  return one.startTime.getTime() < endOf(other) && other.startTime.getTime() < endOf(one);
}

function endOf({ startTime, durationMinutes }: WorkTime): number {
  return startTime.getTime() + durationMinutes * MINUTE;
}
