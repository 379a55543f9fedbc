import { describe, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { FIXES_KEPT_MS } from '#tracking/contract.ts';
import { isLive, checkAutomaticEnd, getTrackedSpan, getErasureTime } from './rules.ts';

const at = (minutes: number) => new Date(new Date('2026-11-02T15:00:00Z').getTime() + minutes * MINUTE);
const session = { startedAt: at(0), lastHeardAt: at(0) };

describe('a session counts', () => {
  const walked = { ...session, endedAt: at(40), lastHeardAt: at(10) };
  const fixes = (minute: number) => [{ recordedAt: at(minute) }];
  it.each([
    ['until now while it runs', { ...walked, endedAt: null, endReason: null }, fixes(9), 50],
    ['until its end', { ...walked, endReason: 'stopped' as const }, fixes(9), 40],
    [
      'until its last contact if silence ended it',
      { ...walked, endReason: 'silence' as const },
      fixes(9),
      10,
    ],
    ['until the last late position after that', { ...walked, endReason: 'silence' as const }, fixes(25), 25],
    ['until its last contact if it has no position', { ...walked, endReason: 'silence' as const }, [], 10],
  ])('%s', (_, of, measured, to) => {
    expect(getTrackedSpan(of, measured, at(50))).toEqual({ from: session.startedAt, to: at(to) });
  });
});

describe('a session ends automatically', () => {
  it.each([
    ['not while heard from', 0, 100, 29.99, null],
    ['after half an hour of silence', 0, 100, 30, ['silence', 30]],
    ['at that moment, however late it is noticed', 0, 100, 300, ['silence', 30]],
    ['counted from the last contact', 60, 100, 90, ['silence', 90]],
    ['when the campaign closes', 90, 100, 100, ['window-closed', 100]],
    ['at the close if that came before the half hour', 90, 100, 200, ['window-closed', 100]],
    ['by silence if both come together', 70, 100, 100, ['silence', 100]],
    ['only by silence in a campaign without a window', 0, null, 30, ['silence', 30]],
  ])('%s', (_, heard, closes, now, end) => {
    const judged = checkAutomaticEnd(
      { ...session, lastHeardAt: at(heard) },
      closes === null ? null : at(closes),
      at(now),
    );
    expect(judged && [judged.reason, judged.at]).toEqual(end && [end[0], at(Number(end[1]))]);
  });

  it('never before it began', () => {
    const late = { startedAt: at(50), endedAt: null, lastHeardAt: at(50) };
    expect(checkAutomaticEnd(late, at(40), at(60))).toEqual({ reason: 'window-closed', at: at(50) });
  });
});

it('a position is live for less than five minutes', () => {
  expect(isLive(at(0), new Date(at(5).getTime() - 1))).toBe(true);
  expect(isLive(at(0), at(5))).toBe(false);
});

describe('exact positions are erased 30 days after', () => {
  const ended = { startedAt: at(0), endedAt: at(60) };
  it.each([
    ['the last decision about the work', at(500), at(900), at(900)],
    ['the last decision even if the campaign is still open', at(5000), at(900), at(900)],
    ['the campaign’s end if there is no proof', at(500), undefined, at(500)],
    ['the session’s end if it is later than the campaign’s', at(30), undefined, at(60)],
    ['the session’s end if the campaign has no window', null, undefined, at(60)],
  ])('%s', (_, closesAt, decidedAt, from) => {
    expect(getErasureTime(ended, closesAt, decidedAt)).toEqual(new Date(from.getTime() + FIXES_KEPT_MS));
  });

  it('never while the work is undecided', () => {
    expect(getErasureTime(ended, at(500), null)).toBeNull();
  });
});
