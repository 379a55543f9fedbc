import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { type Campaign, getCampaign } from '#campaigns/contract.ts';
import { type Message, msg, t } from '#kernel/text.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { formatZonedTime } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { TakePartForm } from '#profiles/web/take-part-form.tsx';
import { useProfileLink } from '#profiles/web/profile-link.ts';
import { type Eligibility, getEligibility, type MissingCode } from '../eligibility-contract.ts';
import { listBlockingCodes } from './blocking-codes.ts';
import classes from './marketplace/marketplace.module.css';

const NAME_AND_PHOTO: MissingCode = 'application/name-and-photo';

interface EligibilityDialogProps {
  campaignId: string | null;
  onClose: () => void;
  onApply: (campaign: Campaign) => void;
}

/**
 * Asks for what the marketer must fix before applying: name, photo, and consents in the dialog, the rest with links
 * that lead back to it.
 */
export function EligibilityDialog({ campaignId, onClose, onApply }: EligibilityDialogProps) {
  return (
    <SubjectModal subject={campaignId} title={t('Before you can apply')} onClose={onClose}>
      {(subject) => <Missing campaignId={subject} onClose={onClose} onApply={onApply} />}
    </SubjectModal>
  );
}

function Missing({ campaignId, onClose, onApply }: EligibilityDialogProps & { campaignId: string }) {
  const { user } = useCurrentUser();
  const params = { params: { id: campaignId } };
  const campaign = useEndpoint(getCampaign, params, { refetchOnMount: 'always' });
  const eligibility = useEndpoint(getEligibility, params, { refetchOnMount: 'always' });
  const error = campaign.error ?? eligibility.error;
  if (error) {
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          void campaign.refetch();
          void eligibility.refetch();
        }}
      />
    );
  }
  if (!campaign.data || !eligibility.data || eligibility.isFetching) {
    return <LoadingState text={t('Checking requirements...')} />;
  }
  const { missing } = eligibility.data;
  const blocking = listBlockingCodes(eligibility.data);
  const canApply = blocking.length === 0;
  const isMissing = (code: MissingCode) => missing.some((item) => item.code === code);
  if (user && !canApply && blocking.every((code) => code === NAME_AND_PHOTO)) {
    return (
      <TakePartForm
        user={user}
        asksAge={isMissing('compliance/incomplete')}
        asksLocation={isMissing('compliance/location-consent')}
        submitLabel={t('Apply Now')}
        onDone={() => onApply(campaign.data)}
        onCancel={onClose}
      />
    );
  }
  return (
    <Stack>
      <Text fw={600}>{campaign.data.title}</Text>
      {canApply ? (
        <output>{t('You can apply now.')}</output>
      ) : (
        <ul className={classes.missing}>
          {missing.map((item) => (
            <MissingItem key={item.code} item={item} />
          ))}
        </ul>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
        {canApply ? (
          <Button onClick={() => onApply(campaign.data)}>{t('Apply Now')}</Button>
        ) : (
          <Button onClick={() => void eligibility.refetch()}>{t('Check again')}</Button>
        )}
      </Group>
    </Stack>
  );
}

const fixNames: Partial<Record<MissingCode, Message>> = {
  'compliance/incomplete': msg('Confirm age, terms and privacy'),
  'compliance/location-consent': msg('Allow location sharing'),
  'application/name-and-photo': msg('Complete your profile'),
  'application/paused': msg('See your strikes'),
  'application/followers': msg('Connect your accounts'),
};

function MissingItem({ item }: { item: Eligibility['missing'][number] }) {
  const profile = useProfileLink();
  const fixAt = item.code === NAME_AND_PHOTO ? profile : item.fixAt;
  return (
    <li>
      <p>{item.text}</p>
      {item.until ? <p>{t('Ends {time}.', { time: formatZonedTime(item.until) })}</p> : null}
      {fixAt ? <Link to={fixAt}>{t(fixNames[item.code] ?? msg('Fix this'))}</Link> : null}
    </li>
  );
}
