import { useQuery, useQueryClient } from '@tanstack/react-query';

const STREAMING = ['messages-streaming'];

/** Returns whether a stream keeps the unread count up to date, so that polling is unnecessary, and a setter. */
export function useIsStreaming(): [boolean, (isStreaming: boolean) => void] {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: STREAMING,
    queryFn: () => false,
    initialData: false,
    staleTime: Infinity,
  });
  return [data, (isStreaming) => client.setQueryData(STREAMING, isStreaming)];
}
