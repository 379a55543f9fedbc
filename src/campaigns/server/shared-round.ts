/**
 * Makes one run of `work` answer everybody who asked before it began. Whoever asks while a run is under way waits for the next
 * one: a run that had begun before may have missed what they know of already.
 */
export function inSharedRounds<Result>(work: () => Promise<Result>): () => Promise<Result> {
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
