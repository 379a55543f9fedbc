/** A network fault at the next call that matches 'METHOD url'. */
export interface Fault {
  matches: RegExp;
  /**
   * lost-request: it never arrives. lost-answer: it is carried out, but the response is lost.
   * late-answer: it is carried out, `isCarriedOut` is called, and the response waits for `until`.
   * review: the wallet has the capture under review, which the simulator never does.
   * refusal: it is not carried out, and answered with `status` and `issue`.
   * altered: it is carried out, and `alter` changes the response.
   */
  kind: 'lost-request' | 'lost-answer' | 'late-answer' | 'review' | 'refusal' | 'altered';
  alter?: (text: string) => string;
  isCarriedOut?: () => void;
  until?: Promise<void>;
  status?: number;
  issue?: string;
  /** The number of matching calls to let through first. */
  skip?: number;
}

export function nextFault(faults: Fault[], call: string): Fault | undefined {
  const fault = faults.find(({ matches }) => matches.test(call));
  if (!fault) return undefined;
  if (fault.skip) {
    fault.skip -= 1;
    return undefined;
  }
  faults.splice(faults.indexOf(fault), 1);
  return fault;
}

/** Calls over a network that may fail. Without a fault it is fetch. */
export async function fetchThrough(
  fault: Fault | undefined,
  url: string,
  init: RequestInit,
): Promise<Pick<Response, 'status' | 'headers' | 'text'>> {
  if (fault?.kind === 'lost-request') throw new TypeError('fetch failed');
  if (fault?.kind === 'refusal') return refusal(fault);
  const answer = await fetch(url, init);
  if (!fault) return answer;
  const text = await answer.text();
  if (fault.kind === 'lost-answer') throw new TypeError('terminated');
  fault.isCarriedOut?.();
  await fault.until;
  const told = fault.kind === 'review' ? underReview(text) : (fault.alter?.(text) ?? text);
  return { status: answer.status, headers: answer.headers, text: async () => told };
}

function refusal({ status = 422, issue = 'UNPROCESSABLE_ENTITY' }: Fault) {
  return { status, headers: new Headers(), text: async () => JSON.stringify({ name: issue }) };
}

/** Returns a capture's response as it is while the payment is under review; the order is COMPLETED anyway. */
function underReview(text: string): string {
  const answer = JSON.parse(text);
  const captures = answer.purchase_units?.[0]?.payments?.captures ?? [answer];
  for (const capture of captures) {
    capture.status = 'PENDING';
    delete capture.seller_receivable_breakdown;
  }
  return JSON.stringify(answer);
}
