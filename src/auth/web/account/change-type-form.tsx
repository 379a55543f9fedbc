import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { Role } from '#kernel/endpoint.ts';
import { msg, t, type Message } from '#kernel/text.ts';
import { type CallError, getErrorText } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showFieldErrors } from '#platform/web/ui/states/field-errors.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { changeUserType, TypeChange } from '../../change-type-contract.ts';
import { type CurrentUser, getCurrentUser } from '../../contract.ts';
import type { ChoosableType } from '../../sign-in-contract.ts';
import { TypeChanged } from './change-type-outcome.tsx';
import { useIdentityConfirmation } from '../second-factor/identity-confirmation.tsx';
import { MailboxNote } from '../sign-in/mailbox-note.tsx';
import { TypeChoice } from '../sign-in/type-choice.tsx';

interface Values {
  email: string;
  newUserType: ChoosableType | '';
}

const presentType: Record<Role | 'none', Message> = {
  marketer: msg('You have a marketer account.'),
  advertiser: msg('You have an advertiser account.'),
  admin: msg('You have an administrator account. Its type can’t change.'),
  none: msg('Your account has no type yet.'),
};

export function ChangeTypeForm({ user }: { user: CurrentUser | null }) {
  const identity = useIdentityConfirmation();
  const [problem, setProblem] = useState<CallError | null>(null);
  const form = useForm<Values>({
    initialValues: { email: user?.email ?? '', newUserType: '' },
    validate: schemaResolver(TypeChange, { sync: true }),
  });
  const change = useCallMutation(changeUserType, {
    invalidates: [getCurrentUser],
    onError: (error, args) => {
      if (identity.isNeededFor(error, () => change.mutate(args)) || showFieldErrors(form, error)) return;
      setProblem(error);
    },
  });
  const send = ({ email, newUserType }: Values) => {
    if (newUserType === '' || change.isPending) return;
    setProblem(null);
    change.mutate({ body: { email, newUserType } });
  };
  const done = change.data;
  if (done?.userType) return <TypeChanged message={done.message} isSignedIn />;
  return (
    <>
      <Panel>
        <form
          noValidate
          onSubmit={form.onSubmit(send, (errors) => {
            // Both fields share one message, so show it once.
            if (errors['email'] === errors['newUserType']) form.setFieldError('newUserType', true);
            if (errors['email']) form.getInputNode('email')?.focus();
          })}
        >
          <Stack gap="lg">
            {user ? <Text>{t(presentType[user.userType ?? 'none'])}</Text> : null}
            <TextInput
              label={t('Email')}
              description={
                user ? t('Your type changes immediately.') : t('We’ll email you a link to confirm.')
              }
              type="email"
              name="email"
              autoComplete="email"
              placeholder="you@example.com"
              {...form.getInputProps('email')}
            />
            <TypeChoice label={t('New account type')} {...form.getInputProps('newUserType')} />
            {problem ? (
              <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
                {getErrorText(problem, t('Something went wrong. Please try again.'))}
              </Alert>
            ) : null}
            {done && !problem && !change.isPending ? (
              <Text component="output" fw={600}>
                {done.message} {t('The link expires in 10 minutes.')}
              </Text>
            ) : null}
            <Button type="submit" size="md" loading={change.isPending}>
              {t('Change account type')}
            </Button>
            {done && !problem ? <MailboxNote email={form.values.email || null} /> : null}
          </Stack>
        </form>
      </Panel>
      {identity.dialog}
    </>
  );
}
