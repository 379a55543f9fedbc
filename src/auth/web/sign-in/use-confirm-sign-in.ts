import { useEffect } from 'react';
import { useClock } from '#platform/web/clock.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { confirmSignIn } from '../../contract.ts';
import { type Leave, signedInHomePath } from '../browser-navigation.ts';

const LEAVE_AFTER_MILLISECONDS = 1000;

export function useConfirmSignIn(leave: Leave) {
  const clock = useClock();
  const confirm = useCallMutation(confirmSignIn);
  const isDone = confirm.isSuccess;
  useEffect(() => {
    if (isDone) return clock.after(LEAVE_AFTER_MILLISECONDS, () => leave(signedInHomePath));
    return undefined;
  }, [isDone, clock, leave]);
  return confirm;
}
