import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { SplitPage } from '#platform/web/ui/panel.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { Campaign } from '../contract.ts';
import { CampaignFields } from './campaign-form.tsx';
import { valuesOf } from './campaign-form-values.ts';
import { CostCard } from './cost-card.tsx';
import { useCampaignForm } from './use-campaign-form.ts';
import { useSaveCampaign } from './use-save-campaign.ts';

/** A draft in its form: put aside again, or completed and on to its payment. */
export function EditCampaign({ campaign }: { campaign: Campaign }) {
  const form = useCampaignForm({ initialValues: valuesOf(campaign) });
  const { submit, saveDraft, isPending, isSavingDraft } = useSaveCampaign({ form, draftId: campaign.id });
  const isUnchanged = !form.isDirty();
  return (
    <>
      <PageHeader
        title={campaign.title}
        eyebrow="Edit your draft"
        back={{ to: '/advertiser?tab=drafts', label: 'Back to Dashboard' }}
        description={<StatusBadge tone="waiting">Payment Required</StatusBadge>}
      />
      <form onSubmit={submit} noValidate aria-label="Campaign">
        <SplitPage
          aside={
            <CostCard values={form.values}>
              {campaign.can.fund && isUnchanged ? (
                <Button component={Link} to={`/campaign/${campaign.id}/payment`}>
                  Fund Campaign
                </Button>
              ) : (
                <Button type="submit" disabled={isPending}>
                  {isPending && !isSavingDraft ? 'Saving...' : 'Save and Continue to Payment'}
                </Button>
              )}
              <Button variant="default" disabled={isPending} onClick={saveDraft}>
                {isSavingDraft ? 'Saving...' : 'Save as Draft'}
              </Button>
            </CostCard>
          }
        >
          <CampaignFields form={form} />
        </SplitPage>
      </form>
    </>
  );
}
