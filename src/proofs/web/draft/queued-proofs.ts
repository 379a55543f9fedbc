import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useClock } from '#platform/web/clock.ts';
import { openProofDrafts, type ProofDraft } from './draft-database.ts';

const QUEUE = ['queued-proofs'];
const PROGRESS = ['queued-proof-progress'];

export function useQueuedProofs(): { queued: ProofDraft[] | undefined; reload: () => Promise<void> } {
  const clock = useClock();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: QUEUE,
    queryFn: async () => {
      try {
        return await (await openProofDrafts(clock.now())).listQueued();
      } catch {
        // If the browser gives us no database, nothing was kept.
        return [];
      }
    },
  });
  return { queued: data, reload: () => client.invalidateQueries({ queryKey: QUEUE }) };
}

export interface QueueProgress {
  campaignId: string;
  /** Of the bytes that have arrived, 0 to 1. */
  share: number;
}

export function useQueueProgress(): [QueueProgress | null, (progress: QueueProgress | null) => void] {
  const client = useQueryClient();
  const { data } = useQuery<QueueProgress | null>({
    queryKey: PROGRESS,
    queryFn: () => null,
    initialData: null,
  });
  return [data, (progress) => client.setQueryData(PROGRESS, progress)];
}
