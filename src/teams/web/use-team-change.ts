import { type IdentityConfirmation, useIdentityConfirmation } from '#auth/web/identity-confirmation.tsx';
import type { EndpointDefinition, ResponseOf } from '#kernel/endpoint.ts';
import { type CallError, textOf } from '#platform/web/call.ts';
import { type MutationArguments, useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import { getTeam } from '../contract.ts';

interface TeamChangeOptions<E> {
  onSuccess: (answer: ResponseOf<E>) => void;
  /** True where the screen shows the failure itself. */
  onError?: (error: CallError) => boolean;
}

/** A change of a team: the team is read anew, and who signed in long ago confirms first that it is them. */
export function useTeamChange<E extends EndpointDefinition>(
  endpoint: E,
  { onSuccess, onError }: TeamChangeOptions<E>,
): {
  run: (args: MutationArguments<E>) => void;
  isPending: boolean;
  /** Must stand on the screen, outside any form. */
  dialog: IdentityConfirmation['dialog'];
} {
  const identity = useIdentityConfirmation();
  const change = useCallMutation(endpoint, {
    invalidates: [getTeam],
    onSuccess,
    onError: (error, args) => {
      if (identity.isNeededFor(error, () => change.mutate(args)) || onError?.(error)) return;
      showToast({
        title: 'Nothing was changed',
        message: textOf(error, 'Something went wrong. Please try again.'),
        tone: 'error',
      });
    },
  });
  return { run: (args) => change.mutate(args), isPending: change.isPending, dialog: identity.dialog };
}
