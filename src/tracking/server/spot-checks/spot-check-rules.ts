import type { Random } from '#kernel/id.ts';
import { addMilliseconds, MINUTE } from '#kernel/time.ts';
import { SPOT_CHECK_MS, type SpotCheckState } from '#tracking/spot-check-contract.ts';

/** Letters and digits that are hard to confuse in handwriting and small print. */
const CODE_CHARACTERS = 'ACDEFHJKMNPRTUWXY34679';
const CODE_LENGTH = 5;

export function createCode(random: Random): string {
  const pick = () => CODE_CHARACTERS.charAt(random.below(CODE_CHARACTERS.length));
  return Array.from({ length: CODE_LENGTH }, pick).join('');
}

/**
 * Returns the time in which a marketer who starts now works: from the campaign's start on, as long as it asks for. Null
 * if its times are not set. The window opens half an hour earlier and stays open for a day longer, when no one has
 * to be there.
 */
export function getWorkTime(
  campaign: { startTime: Date | null; durationMinutes: number | null; closesAt: Date | null },
  startedAt: Date,
): { from: Date; to: Date } | null {
  const { startTime, durationMinutes, closesAt } = campaign;
  if (startTime === null || durationMinutes === null || closesAt === null) return null;
  const from = startedAt > startTime ? startedAt : startTime;
  return { from, to: new Date(Math.min(from.getTime() + durationMinutes * MINUTE, closesAt.getTime())) };
}

/**
 * Returns at most `count` times in order, all equally likely. Each leaves the marketer the time to answer before `to`
 * and before the next one. Returns fewer if they do not fit.
 */
export function drawAskTimes(
  random: Random,
  { from, to, count }: { from: Date; to: Date; count: number },
): Date[] {
  const room = to.getTime() - SPOT_CHECK_MS - from.getTime();
  const fitting = Math.min(count, Math.floor(room / SPOT_CHECK_MS) + 1);
  if (room < 0 || fitting <= 0) return [];
  // Draw as if the pauses took no time, and add them afterwards. So no time is more likely than another.
  const free = room - (fitting - 1) * SPOT_CHECK_MS;
  return Array.from({ length: fitting }, () => random.below(free + 1))
    .toSorted((one, other) => one - other)
    .map((after, at) => addMilliseconds(from, after + at * SPOT_CHECK_MS));
}

interface CheckTimes {
  askAt: Date;
  answeredAt: Date | null;
}

export function getSpotCheckState({ askAt, answeredAt }: CheckTimes, now: Date): SpotCheckState | null {
  if (answeredAt) return 'passed';
  if (now < askAt) return null;
  return now <= getAnswerDeadline(askAt) ? 'asked' : 'missed';
}

export function getAnswerDeadline(askAt: Date): Date {
  return addMilliseconds(askAt, SPOT_CHECK_MS);
}
