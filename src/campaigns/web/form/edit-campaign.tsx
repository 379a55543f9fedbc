import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { t } from '#kernel/text.ts';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { SplitPage } from '#platform/web/ui/layout/panel.tsx';
import type { Campaign } from '../../contract.ts';
import { formatCampaignTitle } from '../campaign-labels.ts';
import { BusyButton } from '../page/busy-button.tsx';
import { hasSameValues, toFormValues } from './campaign-form-values.ts';
import { CopyButton } from '../page/copy-button.tsx';
import { CostCard } from './cost/cost-card.tsx';
import { DraftState } from './draft-state.tsx';
import { RestoredCampaignFields } from './unsaved/restored-campaign-fields.tsx';
import { useCampaignForm } from './use-campaign-form.ts';
import { useUnsavedForm } from './unsaved/use-unsaved-form.ts';
import { useSaveCampaign } from './use-save-campaign.ts';

export function EditCampaign({ campaign }: { campaign: Campaign }) {
  const { user } = useCurrentUser();
  const [saved] = useState(() => toFormValues(campaign));
  const kept = useUnsavedForm({ form: `draft.${campaign.id}`, account: user?.id ?? null, from: saved });
  const form = useCampaignForm({ initialValues: kept.initialValues, onChange: kept.keep });
  const { submit, saveDraft, isPending, isSavingDraft } = useSaveCampaign({
    form,
    draftId: campaign.id,
    onSaved: kept.forget,
  });
  const isUnchanged = hasSameValues(form.values, saved) && Object.keys(form.pendingArtwork).length === 0;
  return (
    <>
      <PageHeader
        title={formatCampaignTitle(campaign)}
        eyebrow={t('Edit your draft')}
        back={{ to: '/advertiser?tab=drafts', label: t('Back to Dashboard') }}
        description={<DraftState campaign={campaign} />}
        actions={<CopyButton campaign={campaign} />}
      />
      <form onSubmit={submit} noValidate aria-label={t('Campaign')}>
        <SplitPage
          aside={
            <CostCard values={form.values}>
              {campaign.can.fund && isUnchanged ? (
                <Button component={Link} to={`/campaign/${campaign.id}/payment`}>
                  {t('Fund Campaign')}
                </Button>
              ) : (
                <BusyButton type="submit" isBusy={isPending}>
                  {isPending && !isSavingDraft ? t('Saving...') : t('Save and continue to payment')}
                </BusyButton>
              )}
              <BusyButton variant="default" isBusy={isPending} onClick={saveDraft}>
                {isSavingDraft ? t('Saving...') : t('Save as Draft')}
              </BusyButton>
            </CostCard>
          }
        >
          <RestoredCampaignFields form={form} kept={kept} from={saved} origin="saved" />
        </SplitPage>
      </form>
    </>
  );
}
