import type { SQL } from 'drizzle-orm';
import type { Message } from '#kernel/text.ts';
import type { TaskKind } from '#notifications/tasks-contract.ts';
import type { NotificationKind } from '../notification-kinds.ts';

export interface Deadline {
  accountId: string;
  /** Each user is warned once per object. */
  ref: string;
  since: Date;
  dueAt: Date;
  campaignId: string | null;
  about: string;
  cents: number | null;
}

export interface DeadlineKind {
  kind: NotificationKind;
  isMailed: boolean;
  /** True if everyone who can decide for the advertiser is warned. */
  isForDeciders?: boolean;
  task?: TaskKind;
  /** The columns of Deadline for everything that still waits. Ends with its conditions. */
  select: SQL;
  /**
   * The column from which the time runs, and how long, if rows stay after their deadline: then an index on the column
   * finds the few that are due soon.
   */
  runs?: { from: SQL; forMs: number };
  /** `time` is the deadline, in words. */
  format: (deadline: Deadline, time: string) => { title: Message; text: Message; href: string };
}
