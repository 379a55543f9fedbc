import { Button, Textarea, TextInput } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled, IconSend } from '@tabler/icons-react';
import type { Campaign } from '#campaigns/contract.ts';
import { useNow } from '#platform/web/clock.ts';
import { formatZonedTime } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { UploadField } from '#uploads/web/upload-field.tsx';
import { SubmitKinds } from './submit-kinds.tsx';
import classes from './submit-proof.module.css';
import type { Requirement } from './submit-requirements.ts';
import { useSubmitProof } from './use-submit-proof.ts';

const MAX_FILES = 10;

interface SubmitProofProps {
  campaign: Campaign;
  title?: string;
}

/** Lets an approved marketer send proof. If it is too early or too late, shows the time instead. */
export function SubmitProof({ campaign, title = 'Send your proof' }: SubmitProofProps) {
  const now = useNow(15_000);
  const { startTime, proofDueAt } = campaign;
  if (startTime && now < new Date(startTime)) {
    return (
      <Panel title={title}>
        <p className={classes.text}>You can submit your proof from {formatZonedTime(startTime)}.</p>
      </Panel>
    );
  }
  if (proofDueAt && now > new Date(proofDueAt)) {
    return (
      <Panel title={title}>
        <p className={classes.text}>The deadline to submit proof was {formatZonedTime(proofDueAt)}.</p>
      </Panel>
    );
  }
  return (
    <Panel title={title}>
      <ProofForm campaign={campaign} />
    </Panel>
  );
}

function ProofForm({ campaign }: { campaign: Campaign }) {
  const proof = useSubmitProof(campaign);
  const { form, isSending } = proof;
  const isSocial = campaign.campaignType === 'social';
  const isTracking = proof.session?.isRunning ?? false;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        proof.send();
      }}
    >
      <div className={classes.stack}>
        <div>
          <h3 className={classes.subtitle}>This campaign asks for</h3>
          <Requirements requirements={proof.requirements} />
        </div>
        {campaign.proofRequirements.customRequirements ? (
          <p className={classes.text}>{campaign.proofRequirements.customRequirements}</p>
        ) : null}
        {isSocial ? (
          <TextInput
            type="url"
            label="Link to your post"
            placeholder="https://"
            withAsterisk
            maxLength={500}
            disabled={isSending}
            {...form.getInputProps('postUrl')}
          />
        ) : null}
        <UploadField
          purpose="proof"
          label={isSocial ? 'Screenshots' : 'Photos and videos'}
          required={!isSocial}
          max={MAX_FILES}
          error={proof.mediaError}
          disabled={isSending}
          onChange={proof.setUploads}
        />
        <SubmitKinds
          uploads={proof.uploads.ready}
          kinds={proof.kinds}
          onChoose={proof.choose}
          disabled={isSending}
        />
        <Textarea
          label="Note to the advertiser"
          description="Optional"
          rows={3}
          maxLength={2000}
          disabled={isSending}
          {...form.getInputProps('note')}
        />
        {proof.refusal ? (
          <p className={classes.quote} role="alert">
            {proof.refusal.text || 'Failed to submit proof'}
          </p>
        ) : null}
        <div>
          <Button
            type="submit"
            leftSection={<IconSend size={18} aria-hidden />}
            disabled={isTracking || proof.uploads.isBusy}
            loading={isSending}
          >
            Submit Proof
          </Button>
          <p className={classes.still} aria-live="polite">
            {hint(isTracking, proof.uploads.isBusy, campaign.proofDueAt)}
          </p>
        </div>
      </div>
    </form>
  );
}

function hint(isTracking: boolean, isBusy: boolean, dueAt: string | null): string {
  if (isTracking) return 'Stop tracking before you submit your proof.';
  if (isBusy) return 'Your files are still uploading.';
  return dueAt ? `Due by ${formatZonedTime(dueAt)}.` : '';
}

function Requirements({ requirements }: { requirements: readonly Requirement[] }) {
  return (
    <ul className={classes.list}>
      {requirements.map(({ label, isMet }) => (
        <li key={label} className={classes.requirement} data-met={isMet || undefined}>
          {isMet ? <IconCircleCheckFilled size={20} aria-hidden /> : <IconCircle size={20} aria-hidden />}
          <span>
            {label} <span className={classes.still}>{isMet ? '(added)' : '(missing)'}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
