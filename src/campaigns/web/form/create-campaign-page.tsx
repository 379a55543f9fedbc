import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { CurrentUser } from '#auth/contract.ts';
import { msg, t } from '#kernel/text.ts';
import { formatCampaignTitle } from '../campaign-labels.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { useRememberReturnPath } from '#auth/web/return-path.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { SplitPage } from '#platform/web/ui/layout/panel.tsx';
import { type Campaign, getCampaign } from '../../contract.ts';
import { BusyButton } from '../page/busy-button.tsx';
import { type CampaignFormValues, toCopyValues, emptyValues } from './campaign-form-values.ts';
import { CostCard } from './cost/cost-card.tsx';
import classes from './cost/cost-card.module.css';
import type { FormKey } from './unsaved/unsaved-form-key.ts';
import { RestoredCampaignFields } from './unsaved/restored-campaign-fields.tsx';
import type { FormOrigin } from './unsaved/unsaved-changes-notice.tsx';
import { useCampaignForm } from './use-campaign-form.ts';
import { useUnsavedForm } from './unsaved/use-unsaved-form.ts';
import { useSaveCampaign } from './use-save-campaign.ts';
import { CampaignOwnerNotice } from '../page/campaign-owner-notice.tsx';

export const handle: PageHandle = { visitors: true, roles: ['advertiser'] };
export const meta = pageMeta(msg('Create a campaign'));

/** Signed-out users may fill it in. The values stay in the browser until the campaign is created. */
export default function CreateCampaignPage() {
  const { user } = useCurrentUser();
  const [search] = useSearchParams();
  const copied = search.get('copy');
  if (user === undefined) return <LoadingState />;
  // The key resets the form if the URL changes.
  if (copied) return <CopiedCampaign key={copied} id={copied} user={user} />;
  const from = emptyValues(user?.businessName ?? '');
  return <NewCampaign formKey="new" from={from} origin="empty" user={user} />;
}

interface FormOwner {
  user: CurrentUser | null;
}

function CopiedCampaign({ id, user }: FormOwner & { id: string }) {
  const campaign = useEndpoint(getCampaign, { params: { id } }, { refetchOnMount: 'always' });
  if (!campaign.data) {
    return campaign.isError ? (
      <ErrorState
        error={campaign.error}
        title={t('This campaign could not be loaded')}
        onRetry={() => void campaign.refetch()}
        action={
          <Button component={Link} to="/create-campaign">
            {t('Start with an empty form')}
          </Button>
        }
      />
    ) : (
      <LoadingState text={t('Loading the campaign...')} />
    );
  }
  const { data } = campaign;
  return (
    <NewCampaign formKey={`copy.${id}`} from={toCopyValues(data)} origin="copy" copied={data} user={user} />
  );
}

interface NewCampaignProps extends FormOwner {
  formKey: FormKey;
  from: CampaignFormValues;
  origin: FormOrigin;
  copied?: Campaign;
}

function NewCampaign({ formKey, from: present, origin, copied, user }: NewCampaignProps) {
  // The current user is refetched every five seconds, but the form keeps its first values.
  const [from] = useState(present);
  const kept = useUnsavedForm({ form: formKey, account: user?.id ?? null, from });
  const form = useCampaignForm({ initialValues: kept.initialValues, onChange: kept.keep });
  const [signInAsked, signIn] = useDisclosure(false);
  const { submit, saveDraft, isPending, isSavingDraft } = useSaveCampaign({
    form,
    onSaved: kept.forget,
    askToSignIn: () => {
      if (user) return false;
      signIn.open();
      return true;
    },
  });
  const isOtherRole = user !== null && user.userType !== 'advertiser';

  return (
    <>
      <PageHeader
        title={t('Create a campaign')}
        {...(copied
          ? { eyebrow: t('Copy of {campaignTitle}', { campaignTitle: formatCampaignTitle(copied) }) }
          : {})}
        description={
          copied ? t('Everything except the start time is filled in.') : t('You pay on the next screen.')
        }
      />
      <CampaignOwnerNotice user={user} copied={copied} />
      <form onSubmit={submit} noValidate aria-label={t('Campaign')}>
        <SplitPage
          aside={
            <CostCard values={form.values}>
              {isOtherRole ? (
                <p className={classes.note}>{t('Only advertiser accounts can create campaigns.')}</p>
              ) : null}
              <BusyButton type="submit" isBusy={isPending} disabled={isOtherRole}>
                {isPending && !isSavingDraft ? t('Creating...') : t('Create Campaign')}
              </BusyButton>
              <BusyButton variant="default" isBusy={isPending} disabled={isOtherRole} onClick={saveDraft}>
                {isSavingDraft ? t('Saving...') : t('Save as Draft')}
              </BusyButton>
              <Button component={Link} to="/advertiser" variant="subtle" color="gray">
                {t('Back to Dashboard')}
              </Button>
            </CostCard>
          }
        >
          <RestoredCampaignFields form={form} kept={kept} from={from} origin={origin} />
        </SplitPage>
      </form>
      <SignInModal opened={signInAsked} onClose={signIn.close} />
    </>
  );
}

function SignInModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const remember = useRememberReturnPath();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('Sign in to create your campaign')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <p className={classes.note}>
        {t('Sign in as an advertiser to continue. We’ll keep what you entered in this browser.')}
      </p>
      <div className={classes.buttons}>
        <Button component={Link} to="/auth/signin" onClick={() => remember()}>
          {t('Sign In')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('Keep editing')}
        </Button>
      </div>
    </Modal>
  );
}
