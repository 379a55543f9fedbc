import { waitForLock } from '#platform/web/wait-for-lock.ts';
import { type Progress, shareProgress } from '../tracker/shared-progress.ts';

export interface TrackingPage {
  /** Called when this page has the turn: it measures and tells the other pages. */
  measure(): void;
  pause(): void;
  follow(progress: Progress): void;
  /** Returns null if this page does not measure. */
  progress(): Progress | null;
}

export interface OtherPages {
  tell(progress: Progress): void;
  claim(): void;
  /** If no page waits, this page gets the turn back at once. */
  giveWay(): void;
  leave(): void;
}

export type JoinElection = (sessionId: string, own: TrackingPage) => OtherPages;

interface Surroundings {
  /** Absent in older browsers and on insecure connections. Then each page measures for itself. */
  locks: LockManager | undefined;
  page: {
    visibilityState: DocumentVisibilityState;
    addEventListener(type: 'visibilitychange', listener: () => void): void;
    removeEventListener(type: 'visibilitychange', listener: () => void): void;
  };
}

/**
 * Lets one page per browser measure a session, using a lock that the browser frees when the page is gone.
 * A page that becomes visible takes the lock, because browsers give hidden pages no positions and suspend
 * them. A page that is hidden passes the lock to a waiting page, and keeps measuring if there is none. A page
 * that is denied the position does the same, because permission can differ between pages. If the browser refuses the
 * lock, each page measures for itself.
 */
export const createLeaderElection =
  ({ locks, page }: Surroundings): JoinElection =>
  (sessionId, own) => {
    if (!locks) {
      own.measure();
      return alone;
    }
    const name = `promenade-measuring-${sessionId}`;
    const channel = shareProgress(sessionId, { hear: own.follow, answer: own.progress });
    let leaveLine = () => {};
    const enter = (isFirst: boolean) => {
      leaveLine();
      const leave = waitForLock(locks, name, {
        isFirst,
        onHeld: () => own.measure(),
        onTaken: () => {
          own.pause();
          enter(false);
        },
      });
      leaveLine = () => {
        leave();
        own.pause();
      };
    };
    const look = () => enter(page.visibilityState === 'visible');
    page.addEventListener('visibilitychange', look);
    look();
    return {
      tell: channel.tell,
      claim: () => enter(true),
      giveWay: () => enter(false),
      leave() {
        page.removeEventListener('visibilitychange', look);
        leaveLine();
        channel.close();
      },
    };
  };

const nothing = () => undefined;
const alone: OtherPages = { tell: nothing, claim: nothing, giveWay: nothing, leave: nothing };
