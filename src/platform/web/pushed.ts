import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';

const PUSHED = ['pushed'];

/**
 * Returns whether the server pushes what changes for the signed-in user, so that other parts of the page need not poll,
 * and a setter.
 */
export function useIsPushed(): [boolean, (isPushed: boolean) => void] {
  const client = useQueryClient();
  const { data = false } = useQuery<boolean>({ queryKey: PUSHED, queryFn: skipToken });
  return [data, (isPushed) => client.setQueryData(PUSHED, isPushed)];
}
