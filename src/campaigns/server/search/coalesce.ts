/**
 * Shares one run of `work` among all callers that asked before it began. Callers during a run wait for the
 * next one, because the current run may miss changes that they already know of.
 */
export function coalesceCalls<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<void> | null = null;
  let next: Promise<Result> | null = null;
  const begin = (): Promise<Result> => {
    const round = work();
    const end = () => {
      if (underWay === ended) underWay = null;
    };
    const ended: Promise<void> = round.then(end, end);
    underWay = ended;
    return round;
  };
  return () => {
    if (next) return next;
    if (!underWay) return begin();
    next = underWay.then(() => {
      next = null;
      return begin();
    });
    return next;
  };
}
