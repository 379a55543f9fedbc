import type { SQL } from 'drizzle-orm';
import type { Message } from '#kernel/text.ts';
import type { TaskKind } from '#notifications/tasks-contract.ts';
import type { NotificationKind } from '../notification-kinds.ts';

/** A deadline of a user who must be warned of it. */
export interface Deadline {
  accountId: string;
  /** The id of the object, so that each user is warned once per object. */
  ref: string;
  /** When the time began to run. */
  since: Date;
  dueAt: Date;
  campaignId: string | null;
  /** The campaign's title, or what else the text names. */
  about: string;
  cents: number | null;
}

export interface DeadlineKind {
  kind: NotificationKind;
  isMailed: boolean;
  /** True if everyone who can decide for the advertiser is warned. */
  isForDeciders?: boolean;
  /** Under which name it is in the user's list of tasks. */
  task?: TaskKind;
  /** Selects the columns of Deadline for everything that still waits. Ends with its conditions. */
  select: SQL;
  /**
   * The column from which the time runs, and how long, if rows stay after their deadline: then an index on the column
   * finds the few that are due soon.
   */
  runs?: { from: SQL; forMs: number };
  /** `time` is the deadline, in words. */
  format: (deadline: Deadline, time: string) => { title: Message; text: Message; href: string };
}
