import { Button, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { confirmTypeChange } from '../../change-type-contract.ts';
import { type CurrentUser, getCurrentUser } from '../../contract.ts';
import { TypeChanged } from './change-type-outcome.tsx';
import { isDeadLink, SignInProblem } from '../sign-in/sign-in-outcome.tsx';

/** Opening the link changes nothing, because mail scanners open links. */
export function ChangeTypeLink({ token, user }: { token: string; user: CurrentUser | null }) {
  const confirm = useCallMutation(confirmTypeChange, { invalidates: [getCurrentUser] });
  if (confirm.data) return <TypeChanged message={confirm.data.message} isSignedIn={user !== null} />;
  return (
    <Panel title={t('Confirm the change')}>
      <Stack gap="md" align="flex-start">
        <Text>{t('Changing the type of this account signs it out everywhere else.')}</Text>
        {confirm.error ? <SignInProblem error={confirm.error} remedy="" /> : null}
        {isDeadLink(confirm.error) ? (
          <Button component={Link} to="/change-user-type">
            {t('Request a new link')}
          </Button>
        ) : (
          <Button loading={confirm.isPending} onClick={() => confirm.mutate({ body: { token } })}>
            {t('Change my account type')}
          </Button>
        )}
      </Stack>
    </Panel>
  );
}
