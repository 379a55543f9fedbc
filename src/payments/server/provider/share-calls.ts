/**
 * Returns a function whose concurrent calls with the same key share one call. The wallet refuses a request id
 * while an earlier request with it is in progress.
 */
export function shareCalls<Input, Output>(
  keyOf: (input: Input) => string,
  call: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output> {
  const underway = new Map<string, Promise<Output>>();
  return (input) => {
    const key = keyOf(input);
    const shared = underway.get(key) ?? call(input).finally(() => underway.delete(key));
    underway.set(key, shared);
    return shared;
  };
}
