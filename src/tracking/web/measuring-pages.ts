import { type Progress, shareProgress } from './shared-progress.ts';

/** A page that shows a running session, among those of its browser that do. */
export interface TrackingPage {
  /** It is its turn: from now on it measures, and tells the others. */
  measure(): void;
  /** Another page measures. */
  pause(): void;
  /** What the page that measures has told. */
  follow(progress: Progress): void;
  /** What a page that has just come should know; null while this one does not measure. */
  progress(): Progress | null;
}

export interface OtherPages {
  tell(progress: Progress): void;
  /** Takes the turn from whichever page has it: somebody asks this one for a position. */
  claim(): void;
  /** Gives the turn to a page that waits for it; alone, this one has it again at once. */
  giveWay(): void;
  leave(): void;
}

export type JoinPages = (sessionId: string, own: TrackingPage) => OtherPages;

/** What of a browser decides which page measures. */
interface Surroundings {
  /** Absent in older browsers and on unsafe connections: then each page measures for itself. */
  locks: LockManager | undefined;
  page: {
    visibilityState: DocumentVisibilityState;
    addEventListener(type: 'visibilitychange', listener: () => void): void;
    removeEventListener(type: 'visibilitychange', listener: () => void): void;
  };
}

/**
 * Of the pages of a browser that show a session one measures, by a lock that is free again once its page is gone. A page that
 * comes to the front takes it, as browsers give positions to no hidden page and put it to sleep; a page that goes to the back
 * gives it to one that waits, and alone goes on. So does a page that is denied the position: what one may, another may not.
 */
export const joinPagesIn =
  ({ locks, page }: Surroundings): JoinPages =>
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
      leaveLine = enterLine(locks, name, own, isFirst, () => enter(false));
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

/**
 * One wait for the lock and the time of holding it, until the returned function is called or another page takes it. A page to
 * which the browser refuses its locks measures for itself.
 */
function enterLine(
  locks: LockManager,
  name: string,
  own: Pick<TrackingPage, 'measure' | 'pause'>,
  isFirst: boolean,
  onTaken: () => void,
): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  const hold = () => {
    if (signal.aborted) return undefined;
    own.measure();
    return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  };
  locks.request(name, isFirst ? { steal: true } : { signal }, hold).catch((error: unknown) => {
    if (signal.aborted) return;
    if (!isAbort(error)) return own.measure();
    own.pause();
    onTaken();
  });
  return () => {
    leaving.abort();
    own.pause();
  };
}

/** What a browser answers to the page from which a lock was taken. */
function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
