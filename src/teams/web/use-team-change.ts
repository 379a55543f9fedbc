import {
  type IdentityConfirmation,
  useIdentityConfirmation,
} from '#auth/web/second-factor/identity-confirmation.tsx';
import type { EndpointDefinition, ResponseOf } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import type { CallError } from '#platform/web/call.ts';
import { type MutationArguments, useCallMutation } from '#platform/web/query.ts';
import { showErrorToast } from '#platform/web/ui/states/toast.ts';
import { getTeam } from '../contract.ts';

interface TeamChangeOptions<E> {
  onSuccess: (answer: ResponseOf<E>) => void;
  /** Returns true if the screen shows the failure itself. */
  onError?: (error: CallError) => boolean;
}

/** Refetches the team. If the sign-in is old, the user confirms their identity first. */
export function useTeamChange<E extends EndpointDefinition>(
  endpoint: E,
  { onSuccess, onError }: TeamChangeOptions<E>,
): {
  run: (args: MutationArguments<E>) => void;
  isPending: boolean;
  /** Must be rendered outside any form. */
  dialog: IdentityConfirmation['dialog'];
} {
  const identity = useIdentityConfirmation();
  const change = useCallMutation(endpoint, {
    invalidates: [getTeam],
    onSuccess,
    onError: (error, args) => {
      if (identity.isNeededFor(error, () => change.mutate(args)) || onError?.(error)) return;
      showErrorToast(error, t('Something went wrong. Please try again.'), t('Couldn’t save the change'));
    },
  });
  return { run: (args) => change.mutate(args), isPending: change.isPending, dialog: identity.dialog };
}
