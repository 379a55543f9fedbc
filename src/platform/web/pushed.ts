import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';

const PUSHED = ['pushed'];

/** If the server pushes changes, other parts of the page need not poll. */
export function useIsPushed(): [boolean, (isPushed: boolean) => void] {
  const client = useQueryClient();
  const { data = false } = useQuery<boolean>({ queryKey: PUSHED, queryFn: skipToken });
  return [data, (isPushed) => client.setQueryData(PUSHED, isPushed)];
}
