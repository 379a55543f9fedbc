import { Button, Group, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Campaign } from '#campaigns/contract.ts';
import { BusyButton } from '#campaigns/web/page/busy-button.tsx';
import { t } from '#kernel/text.ts';
import { getErrorText } from '#platform/web/call.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { ErrorText } from '#platform/web/ui/states/error-text.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { declineInvitation, listOwnInvitations } from '../../invitation-contract.ts';
import { useKeptNote } from '../kept-note.ts';
import { NoteField } from '../note-field.tsx';
import type { Applying } from '../use-apply.tsx';

interface OwnInvitationPanelProps {
  campaign: Campaign;
  applying: Pick<Applying, 'apply' | 'pendingId'>;
  hint: ReactNode;
  /** Shown if the marketer is not invited. */
  children: ReactNode;
}

export function OwnInvitationPanel({ campaign, applying, hint, children }: OwnInvitationPanelProps) {
  const [declining, setDeclining] = useState<string | null>(null);
  const [note, setNote] = useKeptNote(campaign.id);
  // Without an answer the marketer can still apply, so an error shows nothing.
  const { data = [], isPending } = useEndpoint(listOwnInvitations, undefined, { refetchOnMount: 'always' });
  const invitation = data.find(({ campaignId }) => campaignId === campaign.id);
  const close = () => setDeclining(null);
  return (
    <>
      {invitation ? (
        <Panel title={t('You’re invited')}>
          <Text size="sm">
            {campaign.company
              ? t('{company} invites you to this campaign. Accepting sends your application.', {
                  company: campaign.company,
                })
              : t('The advertiser invites you to this campaign. Accepting sends your application.')}
          </Text>
          {hint}
          <NoteField value={note} onChange={setNote} />
          <Group mt="md">
            <BusyButton
              isBusy={applying.pendingId === campaign.id}
              onClick={() => applying.apply(campaign, note)}
            >
              {t('Accept')}
            </BusyButton>
            <Button
              variant="danger"
              disabled={applying.pendingId !== null}
              onClick={() => setDeclining(invitation.id)}
            >
              {t('Decline')}
            </Button>
          </Group>
        </Panel>
      ) : isPending ? (
        <LoadingState />
      ) : (
        children
      )}
      <SubjectModal subject={declining} title={() => t('Decline the invitation')} onClose={close}>
        {(id) => <DeclineForm id={id} onClose={close} />}
      </SubjectModal>
    </>
  );
}

function DeclineForm({ id, onClose }: { id: string; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const decline = useCallMutation(declineInvitation, {
    invalidates: [listOwnInvitations],
    onSuccess: () => {
      showToast({
        title: t('Invitation declined'),
        message: t('You can still apply to this campaign.'),
        tone: 'success',
      });
      onClose();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        decline.mutate({ params: { id }, body: { reason: reason.trim() } });
      }}
    >
      <Textarea
        label={t('Reason')}
        description={t('Optional. The advertiser sees it.')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        rows={3}
        maxLength={500}
        data-autofocus
      />
      <ErrorText text={decline.error ? getErrorText(decline.error, t('Please try again.')) : null} />
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <BusyButton type="submit" color="red" isBusy={decline.isPending}>
          {t('Decline')}
        </BusyButton>
      </Group>
    </form>
  );
}
