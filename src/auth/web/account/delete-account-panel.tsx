import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ResponseOf } from '#kernel/endpoint.ts';
import { msg, t, type Message } from '#kernel/text.ts';
import { getErrorText } from '#platform/web/call.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import {
  type AccountMatter,
  deleteOwnAccount,
  getDeletion,
  ownDeletionTexts,
} from '../../account-contract.ts';
import panelClasses from './account-panels.module.css';
import classes from './delete-account.module.css';
import { useIdentityConfirmation } from '../second-factor/identity-confirmation.tsx';
import { type Leave, assignLocation } from '../browser-navigation.ts';

const deletedData = [
  msg('Your name, address, phone, photo and business'),
  msg('Identity documents and tax numbers'),
  msg('Your exact location history'),
  msg('Drafts, unused files and pending applications'),
  msg('Sessions, second factors and notifications'),
];
const keptData = [
  msg('Payments, refunds and tax records, for 7 years'),
  msg('Consents and audit log entries'),
  msg('Finished campaigns and reviewed proofs, without your name'),
];

interface DeleteAccountPanelProps {
  /** Called before the page is left. Must not reject. */
  onDeleted: () => Promise<void>;
  leave?: Leave;
}

export function DeleteAccountPanel({ onDeleted, leave = assignLocation }: DeleteAccountPanelProps) {
  // Always refetch: money can move while the page is open.
  const read = useEndpoint(getDeletion, undefined, { staleTime: 0, refetchOnMount: 'always' });
  const [isOpen, setIsOpen] = useState(false);
  const adminReasons = read.data && listAdminReasons(read.data);
  const mayDelete = read.data?.openMatters.length === 0 && adminReasons?.length === 0;
  return (
    <Panel title={t('Delete account')} className={classes.danger}>
      <p className={panelClasses.note}>
        {t('This can’t be undone. You can sign up again with the same email, as a new user.')}
      </p>
      <div className={classes.columns}>
        <Listed title={t('What we delete')} items={deletedData} />
        <Listed title={t('What we keep')} items={keptData} />
      </div>
      {read.data && adminReasons ? (
        <>
          <OpenMatters matters={read.data.openMatters} against={adminReasons} />
          <Button variant="danger" disabled={!mayDelete} onClick={() => setIsOpen(true)}>
            {t('Delete my account')}
          </Button>
        </>
      ) : read.isError ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <LoadingState />
      )}
      <ConfirmDeletion
        isOpen={isOpen}
        givenUp={read.data?.givenUp ?? []}
        onClose={() => setIsOpen(false)}
        onDeleted={() => onDeleted().then(() => leave('/auth/signin?account=deleted'))}
      />
    </Panel>
  );
}

function Listed({ title, items }: { title: string; items: readonly Message[] }) {
  return (
    <div>
      <h3 className={classes.heading}>{title}</h3>
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.text}>{t(item)}</li>
        ))}
      </ul>
    </div>
  );
}

/** An account cannot be deleted if ADMIN_EMAILS would make it an administrator again. */
function listAdminReasons({ isLastAdmin, isListedAdmin }: ResponseOf<typeof getDeletion>): string[] {
  return [
    ...(isLastAdmin ? [t(ownDeletionTexts['account/last-admin'])] : []),
    ...(isListedAdmin ? [t(ownDeletionTexts['account/listed-admin'])] : []),
  ];
}

function OpenMatters({
  matters,
  against: adminReasons,
}: {
  matters: AccountMatter[];
  against: readonly string[];
}) {
  if (matters.length === 0 && adminReasons.length === 0) return null;
  return (
    <Alert
      className={classes.open}
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('You can’t delete your account yet')}
    >
      {adminReasons.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {matters.length > 0 ? (
        <>
          {t('Finish these first:')}
          <ul className={classes.list}>
            {matters.map(({ text, href }) => (
              <li key={text}>
                {text} {href ? <Link to={href}>{t('View')}</Link> : null}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Alert>
  );
}

interface ConfirmDeletionProps {
  isOpen: boolean;
  givenUp: readonly string[];
  onClose: () => void;
  onDeleted: () => Promise<void>;
}

function ConfirmDeletion({ isOpen, givenUp, onClose, onDeleted }: ConfirmDeletionProps) {
  const [typed, setTyped] = useState('');
  const identity = useIdentityConfirmation();
  const remove = useCallMutation(deleteOwnAccount, {
    onSuccess: onDeleted,
    onError: (error) => {
      identity.isNeededFor(error, () => remove.mutate({}));
    },
  });
  const close = () => {
    setTyped('');
    remove.reset();
    onClose();
  };
  const isRefused = remove.error && remove.error.code !== 'auth/recent-required';
  const word = t('delete', { context: 'to be typed' });
  const isConfirmed = typed.trim().toLowerCase() === word;
  return (
    <>
      <Modal
        opened={isOpen}
        onClose={close}
        title={
          <Text component="span" ff="heading" fw={680} fz="xl">
            {t('Delete your account?')}
          </Text>
        }
        closeButtonProps={{ 'aria-label': t('Cancel') }}
      >
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (isConfirmed && !remove.isPending) remove.mutate({});
          }}
        >
          <Stack gap="md">
            <Text>{t('You’ll be signed out everywhere, and we can’t restore your account.')}</Text>
            {givenUp.map((text) => (
              <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} key={text}>
                {text}
              </Alert>
            ))}
            <TextInput
              label={t('Type “{word}” to confirm', { word })}
              autoComplete="off"
              autoCapitalize="none"
              data-autofocus
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            {isRefused ? (
              <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
                {getErrorText(remove.error, t('We couldn’t delete your account. Please try again.'))}
              </Alert>
            ) : null}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {t('Keep my account')}
              </Button>
              <Button type="submit" color="red" disabled={!isConfirmed} loading={remove.isPending}>
                {t('Delete my account')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      {identity.dialog}
    </>
  );
}
