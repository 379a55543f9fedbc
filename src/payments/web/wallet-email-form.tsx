import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { getCurrentUser } from '#auth/contract.ts';
import { useIdentityConfirmation } from '#auth/web/identity-confirmation.tsx';
import { fieldsOf } from '#kernel/errors.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showFieldErrors } from '#platform/web/ui/field-errors.ts';
import { Panel } from '#platform/web/ui/panel.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { setWalletEmail } from '#profiles/contract.ts';
import { paymentsText } from '#profiles/web/payments-text.ts';
import { listPayments } from '../contract.ts';
import { getEarnings } from '../earnings-contract.ts';
import classes from './payments.module.css';

/** Where the money is sent. `present` is the address that is set now. */
export function WalletEmailForm({ present }: { present: string | null }) {
  const form = useForm({ initialValues: { paypalEmail: present ?? '' } });
  const input = useRef<HTMLInputElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === '#paypal-email') input.current?.focus();
  }, [hash]);
  const identity = useIdentityConfirmation();
  const update = useCallMutation(setWalletEmail, {
    invalidates: [getCurrentUser, listPayments, getEarnings],
    onSuccess: ({ paypalEmail, paymentsWaitUntil }) => {
      form.setValues({ paypalEmail });
      showToast({
        title: 'PayPal Email Updated',
        message: paymentsText(paypalEmail, paymentsWaitUntil),
        tone: 'success',
      });
    },
    onError: (error, change) => {
      if (identity.isNeededFor(error, () => update.mutate(change))) return;
      if (showFieldErrors(form, error)) return;
      showToast({
        title: 'Error',
        message: 'Failed to update PayPal email. Please try again.',
        tone: 'error',
      });
    },
  });
  const email = form.values.paypalEmail.trim();
  return (
    <Panel title="PayPal email">
      <form
        className={classes.wallet}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (update.isPending) return;
          const checked = setWalletEmail.body.safeParse({ paypalEmail: email });
          if (checked.success) update.mutate({ body: { paypalEmail: email } });
          else form.setErrors(fieldsOf(checked.error));
        }}
      >
        <TextInput
          ref={input}
          id="paypal-email"
          type="email"
          label="Email of your PayPal account"
          description={
            present
              ? 'After a change, payments wait 24 hours and both addresses are told.'
              : 'Payments wait here until it is set.'
          }
          autoComplete="email"
          maxLength={127}
          className={classes.walletInput}
          {...form.getInputProps('paypalEmail')}
        />
        <Button type="submit" disabled={email === ''} loading={update.isPending}>
          Update
        </Button>
      </form>
      {identity.dialog}
    </Panel>
  );
}
