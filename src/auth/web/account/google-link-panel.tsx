import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconBrandGoogle } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { Row, RowList } from '#platform/web/ui/layout/row-list.tsx';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import { usePublicConfig } from '#platform/web/hooks/use-public-config.ts';
import { getGoogleLink, unlinkGoogle } from '../../google-link-contract.ts';
import { useIdentityConfirmation } from '../second-factor/identity-confirmation.tsx';
import classes from '../second-factor/second-factor.module.css';

export function GoogleLinkPanel() {
  const config = usePublicConfig();
  const { data, error, refetch } = useEndpoint(getGoogleLink, undefined, { staleTime: 0 });
  if (data?.linkedAt === null && config?.googleSignIn === false) return null;
  return (
    <Panel title={t('Sign in with Google')}>
      {data ? (
        data.linkedAt === null ? (
          <p className={classes.note}>
            {t(
              'No Google account is linked. Next time you sign in, choose Continue with Google and use this email address.',
            )}
          </p>
        ) : (
          <LinkedAccount linkedAt={data.linkedAt} />
        )
      ) : error ? (
        <ErrorState
          error={error}
          title={t('Your Google account could not be loaded')}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingState />
      )}
    </Panel>
  );
}

function LinkedAccount({ linkedAt }: { linkedAt: string }) {
  const [isAsked, setIsAsked] = useState(false);
  const identity = useIdentityConfirmation();
  const unlink = useCallMutation(unlinkGoogle, {
    invalidates: [getGoogleLink],
    onSuccess: ({ message }) => {
      setIsAsked(false);
      showToast({ title: t('Google account unlinked'), message, tone: 'success' });
    },
    onError: (error) => {
      setIsAsked(false);
      if (identity.isNeededFor(error, () => unlink.mutate({}))) return;
      showErrorToast(error);
    },
  });
  return (
    <>
      <RowList>
        <Row
          picture={
            <span className={classes.icon} aria-hidden>
              <IconBrandGoogle size={22} />
            </span>
          }
          name={t('Google account')}
          detail={t('Linked {time}', { time: formatDay(linkedAt) })}
        >
          <Button
            variant="danger"
            size="sm"
            aria-label={t('Unlink the Google account')}
            loading={unlink.isPending}
            onClick={() => setIsAsked(true)}
          >
            {t('Unlink')}
          </Button>
        </Row>
      </RowList>
      <Modal
        opened={isAsked}
        onClose={() => setIsAsked(false)}
        title={
          <Text component="span" ff="heading" fw={680} fz="xl">
            {t('Unlink the Google account?')}
          </Text>
        }
        closeButtonProps={{ 'aria-label': t('Cancel') }}
      >
        <Stack gap="md">
          <Text>
            {t('You’ll sign in with emailed codes instead. Choosing Continue with Google links it again.')}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setIsAsked(false)}>
              {t('Keep it')}
            </Button>
            <Button color="red" loading={unlink.isPending} onClick={() => unlink.mutate({})}>
              {t('Unlink')}
            </Button>
          </Group>
        </Stack>
      </Modal>
      {identity.dialog}
    </>
  );
}
