import { Button, Group, Select } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { acceptsMarketers } from '#campaigns/web/campaign-labels.ts';
import { BusyButton } from '#campaigns/web/page/busy-button.tsx';
import { useOwnCampaigns } from '#campaigns/web/use-own-campaigns.ts';
import { t } from '#kernel/text.ts';
import { getErrorText } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { ErrorText } from '#platform/web/ui/states/error-text.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { inviteMarketer, listInvitations } from '../../invitation-contract.ts';

interface InviteButtonProps {
  id: string;
  name: string;
  businessId: string;
}

export function InviteButton(props: InviteButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconSend size={18} aria-hidden />}
        aria-label={t('Invite {name}', { name: props.name })}
        onClick={() => setIsOpen(true)}
      >
        {t('Invite')}
      </Button>
      <SubjectModal
        subject={isOpen ? props : null}
        title={({ name }) => t('Invite {name}', { name })}
        onClose={close}
      >
        {(subject) => <InviteForm {...subject} onClose={close} />}
      </SubjectModal>
    </>
  );
}

function InviteForm({ id, name, businessId, onClose }: InviteButtonProps & { onClose: () => void }) {
  const [campaignId, setCampaignId] = useState<string | null>(null);
  const campaigns = useOwnCampaigns({ refetchOnMount: 'always' });
  const invite = useCallMutation(inviteMarketer, {
    invalidates: [listInvitations],
    onSuccess: () => {
      showToast({
        title: t('Invitation sent'),
        message: t('{name} can now answer it.', { name }),
        tone: 'success',
      });
      onClose();
    },
  });
  if (!campaigns.data)
    return campaigns.isError ? (
      <ErrorState error={campaigns.error} onRetry={() => void campaigns.refetch()} />
    ) : (
      <LoadingState text={t('Loading campaigns...')} />
    );
  const open = campaigns.data.filter(
    (campaign) => campaign.businessId === businessId && acceptsMarketers(campaign),
  );
  if (open.length === 0)
    return (
      <EmptyState
        title={t('No open campaign')}
        text={t('You can invite marketers once a campaign is funded and has free places.')}
        action={
          <Button component={Link} to="/create-campaign">
            {t('Create a campaign')}
          </Button>
        }
      />
    );
  const chosenId = campaignId ?? (open.length === 1 ? (open[0]?.id ?? null) : null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (chosenId) invite.mutate({ params: { id: chosenId }, body: { listingId: id } });
      }}
    >
      <Select
        label={t('Campaign')}
        placeholder={t('Choose a campaign')}
        data={open.map((campaign) => ({ value: campaign.id, label: campaign.title }))}
        value={chosenId}
        onChange={setCampaignId}
        allowDeselect={false}
        data-autofocus
      />
      <ErrorText text={invite.error ? getErrorText(invite.error, t('Please try again.')) : null} />
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <BusyButton type="submit" isBusy={invite.isPending} disabled={!chosenId}>
          {t('Send invitation')}
        </BusyButton>
      </Group>
    </form>
  );
}
