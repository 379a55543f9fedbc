import type { Recording, WaitingFix, WaitingFixes } from './waiting-fixes.ts';

/** Keys count down from -1, because the database's keys count up from 1. */
export function createMemoryFixStore(): WaitingFixes {
  let kept: (WaitingFix & { recording: Recording })[] = [];
  let added = 0;
  const of = (recording: Recording) => kept.filter((each) => isSame(each.recording, recording));

  return {
    async add(recording, fix) {
      if (of(recording).some((each) => each.fix.recordedAt === fix.recordedAt)) return;
      added += 1;
      kept = [...kept, { key: -added, fix, recording }];
    },
    next: async (recording, limit) =>
      of(recording)
        .slice(0, limit)
        .map(({ key, fix }) => ({ key, fix })),
    async remove(taken) {
      const gone = new Set(taken.map(({ key }) => key));
      kept = kept.filter(({ key }) => !gone.has(key));
    },
    count: async (recording) => of(recording).length,
    async discard(recording) {
      kept = kept.filter((each) => !isSame(each.recording, recording));
    },
    async recordingsOf(accountId) {
      const own = kept.filter(({ recording }) => recording.accountId === accountId);
      return [...new Map(own.map(({ recording }) => [recording.sessionId, recording])).values()];
    },
  };
}

function isSame(one: Recording, other: Recording): boolean {
  return one.sessionId === other.sessionId && one.accountId === other.accountId;
}
