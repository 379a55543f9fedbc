import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { SplitPage } from '#platform/web/ui/panel.tsx';
import { CampaignFields } from './campaign-form.tsx';
import { emptyValues } from './campaign-form-values.ts';
import { CostCard } from './cost-card.tsx';
import classes from './cost-card.module.css';
import { forgetKeptForm, keepForm, readKeptForm } from './kept-form.ts';
import { useCampaignForm } from './use-campaign-form.ts';
import { useSaveCampaign } from './use-save-campaign.ts';

/** /create-campaign. Anybody may fill it in; what is typed stays in the browser until it has become a campaign. */
export function CreateCampaignPage() {
  const { user } = useCurrentUser();
  const [initialValues] = useState(() => readKeptForm() ?? emptyValues(user?.businessName ?? ''));
  const form = useCampaignForm({ initialValues, onChange: keepForm });
  const [signInAsked, signIn] = useDisclosure(false);
  const { submit, saveDraft, isPending, isSavingDraft } = useSaveCampaign({
    form,
    onSaved: forgetKeptForm,
    askToSignIn: () => {
      if (user) return false;
      signIn.open();
      return true;
    },
  });
  const isOtherRole = user != null && user.userType !== 'advertiser';

  return (
    <>
      <PageHeader
        title="Create a campaign"
        description="Nothing is charged until you fund it on the next screen."
      />
      <form onSubmit={submit} noValidate aria-label="Campaign">
        <SplitPage
          aside={
            <CostCard values={form.values}>
              {isOtherRole ? (
                <p className={classes.note}>
                  Campaigns are created by advertisers. Your account has another type.
                </p>
              ) : null}
              <Button type="submit" disabled={isPending || isOtherRole}>
                {isPending && !isSavingDraft ? 'Creating...' : 'Create Campaign'}
              </Button>
              <Button variant="default" disabled={isPending || isOtherRole} onClick={saveDraft}>
                {isSavingDraft ? 'Saving...' : 'Save as Draft'}
              </Button>
              <Button component={Link} to="/advertiser" variant="subtle" color="gray">
                Back to Dashboard
              </Button>
            </CostCard>
          }
        >
          <CampaignFields form={form} />
        </SplitPage>
      </form>
      <SignInModal opened={signInAsked} onClose={signIn.close} />
    </>
  );
}

function SignInModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Sign in to create your campaign"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p className={classes.note}>
        What you typed is kept in this browser. Sign in as an advertiser, then come back to Create Campaign.
      </p>
      <div className={classes.buttons}>
        {/* A full navigation, as everywhere towards sign-in. */}
        <Button component="a" href="/auth/signin">
          Sign In
        </Button>
        <Button variant="default" onClick={onClose}>
          Keep editing
        </Button>
      </div>
    </Modal>
  );
}
