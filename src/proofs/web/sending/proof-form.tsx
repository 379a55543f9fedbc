import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled, IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import type { Campaign } from '#campaigns/contract.ts';
import { t } from '#kernel/text.ts';
import { invalidateEndpoints } from '#platform/web/query.ts';
import { useIsOnline } from '#platform/web/hooks/use-is-online.ts';
import { formatZonedTime } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { listProofs } from '../../contract.ts';
import { useQueuedProofs } from '../draft/queued-proofs.ts';
import { useDraftLock } from '../draft/use-draft-lock.ts';
import { SubmitFiles } from './submit-files.tsx';
import classes from './submit-proof.module.css';
import type { Requirement } from './submit-requirements.ts';
import { useSubmitProof } from './use-submit-proof.ts';

interface ProofFormProps {
  campaign: Campaign;
  slot: string;
  dueAt: string | null;
  againFor?: string;
}

/** Only one tab shows the form at a time. */
export function ProofForm(props: ProofFormProps) {
  const accountId = useCurrentUser().user?.id;
  const client = useQueryClient();
  const { reload } = useQueuedProofs();
  const { isHere, takeOver } = useDraftLock(`promenade-draft-${accountId ?? ''}-${props.slot}`, async () => {
    await invalidateEndpoints(client, [listProofs]);
    await reload();
  });
  if (isHere === undefined) return <LoadingState />;
  if (isHere) return <OpenForm {...props} />;
  return (
    <div className={classes.stack}>
      <output className={classes.text}>{t('You’re editing this proof in another tab.')}</output>
      <div>
        <Button variant="default" onClick={takeOver}>
          {t('Edit here')}
        </Button>
      </div>
    </div>
  );
}

function OpenForm({ campaign, slot, dueAt, againFor }: ProofFormProps) {
  const proof = useSubmitProof(campaign, slot, againFor);
  const { isAgain } = proof;
  const { form, isSending, uploads } = proof;
  const isSocial = campaign.campaignType === 'social';
  const isTracking = !isAgain && (proof.session?.isRunning ?? false);
  const isOnline = useIsOnline();
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        proof.send();
      }}
    >
      <div className={classes.stack}>
        {proof.isRestored ? (
          <p className={classes.still}>{t('Your draft was saved on this device.')}</p>
        ) : null}
        <div>
          <h3 className={classes.subtitle}>{isAgain ? t('What you add') : t('This campaign asks for')}</h3>
          <Requirements requirements={proof.requirements} />
          {isAgain ? (
            <p className={classes.still}>
              {isSocial
                ? t('It replaces your first link or screenshots.')
                : t('It replaces your first files of the same kind.')}
            </p>
          ) : null}
        </div>
        {campaign.proofRequirements.customRequirements && !isAgain ? (
          <p className={classes.text}>{campaign.proofRequirements.customRequirements}</p>
        ) : null}
        {isSocial ? (
          <TextInput
            type="url"
            label={isAgain ? t('New link to your post') : t('Link to your post')}
            placeholder="https://"
            withAsterisk={!isAgain}
            maxLength={500}
            disabled={isSending}
            {...form.getInputProps('postUrl')}
          />
        ) : null}
        {isSocial ? (
          <Checkbox
            label={t('The post is marked as an ad')}
            description="For example with the platform’s paid partnership label, or #ad."
            disabled={isSending}
            {...form.getInputProps('isAdDisclosed', { type: 'checkbox' })}
          />
        ) : null}
        <SubmitFiles campaign={campaign} proof={proof} />
        <Textarea
          label={t('Note to the advertiser')}
          description={t('Optional')}
          rows={3}
          maxLength={2000}
          disabled={isSending}
          {...form.getInputProps('note')}
        />
        {proof.refusal ? (
          <p className={classes.quote} role="alert">
            {proof.refusal}
          </p>
        ) : null}
        <div>
          <Button
            type="submit"
            leftSection={<IconSend size={18} aria-hidden />}
            disabled={isTracking || (uploads.isBusy && isOnline)}
            loading={isSending}
          >
            {isAgain ? t('Send again') : t('Submit proof')}
          </Button>
          <p className={classes.still} aria-live="polite">
            {hint({ isTracking, isBusy: uploads.isBusy, isOnline, dueAt, timeZone: campaign.timeZone })}
          </p>
        </div>
      </div>
    </form>
  );
}

interface HintFacts {
  isTracking: boolean;
  isBusy: boolean;
  isOnline: boolean;
  dueAt: string | null;
  timeZone: string | null;
}

function hint({ isTracking, isBusy, isOnline, dueAt, timeZone }: HintFacts): string {
  if (isTracking) return t('Stop tracking before you submit your proof.');
  if (!isOnline) return t('You’re offline. Your proof is saved, and sent when you’re online.');
  if (isBusy) return t('Your files are still uploading.');
  return dueAt ? t('Due by {time}.', { time: formatZonedTime(dueAt, timeZone) }) : '';
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
