import type { EndpointDefinition } from '#kernel/endpoint.ts';
import type { Random } from '#kernel/id.ts';
import { refuse } from '#platform/domain.ts';

/** Decides which calls a process refuses when it has too much to do (decision 86). */
export interface Shedding {
  /** Answers the call. Throws 'server/busy' instead if too many are in progress. */
  run<Answer>(endpoint: EndpointDefinition, answer: () => Promise<Answer>): Promise<Answer>;
  countInProgress(): number;
  /** Called for each refused call. Undefined unless metrics are collected. */
  onRefuse: ((kind: 'vital' | 'other') => void) | undefined;
}

/** Vital calls are refused only to save the memory of a process whose database has stopped. */
const VITAL_FACTOR = 10;

const SHORTEST_RETRY_SECONDS = 2;
/** Spread, so that refused callers do not return at the same moment. */
const RETRY_SPREAD_SECONDS = 4;

export function createShedding({ limit, random }: { limit: number; random: Random }): Shedding {
  let inProgress = 0;
  const shedding: Shedding = {
    onRefuse: undefined,
    run: async (endpoint, answer) => {
      const { vital = false } = endpoint;
      if (inProgress >= (vital ? limit * VITAL_FACTOR : limit)) {
        shedding.onRefuse?.(vital ? 'vital' : 'other');
        const retryAfterSeconds = SHORTEST_RETRY_SECONDS + random.below(RETRY_SPREAD_SECONDS + 1);
        throw refuse('server/busy', { retryAfterSeconds });
      }
      if (isUpload(endpoint)) return answer();
      inProgress += 1;
      try {
        return await answer();
      } finally {
        inProgress -= 1;
      }
    },
    countInProgress: () => inProgress,
  };
  return shedding;
}

/** It lasts as long as its sender takes, so slow senders would fill the limit without any work for the server. */
const isUpload = ({ files, takesBytes }: EndpointDefinition) => files !== undefined || takesBytes === true;
