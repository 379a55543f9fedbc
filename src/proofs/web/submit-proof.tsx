import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled, IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import type { Campaign } from '#campaigns/contract.ts';
import { useNow } from '#platform/web/clock.ts';
import { invalidateEndpoints } from '#platform/web/query.ts';
import { useIsOnline } from '#platform/web/use-is-online.ts';
import { formatZonedTime } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { listProofs, type Proof } from '../contract.ts';
import { toDraftSlot } from './draft/draft-database.ts';
import { useQueuedProofs } from './draft/queued-proofs.ts';
import { useDraftLock } from './draft/use-draft-lock.ts';
import { QueuedProof } from './draft/queued-proof.tsx';
import { SubmitFiles } from './submit-files.tsx';
import classes from './submit-proof.module.css';
import type { Requirement } from './submit-requirements.ts';
import { useSubmitProof } from './use-submit-proof.ts';

interface SubmitProofProps {
  campaign: Campaign;
  /** The rejected proof that this one follows. */
  previous?: Proof | undefined;
}

/** Lets an approved marketer send proof. If it is too early or too late, shows the time instead. */
export function SubmitProof({ campaign, previous }: SubmitProofProps) {
  const title = previous ? 'Send a new proof' : 'Send your proof';
  const slot = toDraftSlot(campaign.id, previous?.id);
  const now = useNow(15_000);
  const accountId = useCurrentUser().user?.id;
  const { queued } = useQueuedProofs();
  const { startTime, proofDueAt } = campaign;
  if (startTime && now < new Date(startTime)) {
    return (
      <Panel title={title}>
        <p className={classes.text}>You can submit your proof from {formatZonedTime(startTime)}.</p>
      </Panel>
    );
  }
  const waiting = queued?.find((draft) => draft.slot === slot && draft.accountId === accountId);
  if (waiting) {
    return (
      <Panel title="Your proof">
        <QueuedProof draft={waiting} />
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
      {queued === undefined ? <LoadingState /> : <OneForm campaign={campaign} slot={slot} />}
    </Panel>
  );
}

/** Shows the form in one tab at a time. */
function OneForm({ campaign, slot }: { campaign: Campaign; slot: string }) {
  const accountId = useCurrentUser().user?.id;
  const client = useQueryClient();
  const { reload } = useQueuedProofs();
  const { isHere, takeOver } = useDraftLock(`promenade-draft-${accountId ?? ''}-${slot}`, async () => {
    // The other tab may have submitted the proof.
    await invalidateEndpoints(client, [listProofs]);
    await reload();
  });
  if (isHere === undefined) return <LoadingState />;
  if (isHere) return <ProofForm campaign={campaign} slot={slot} />;
  return (
    <div className={classes.stack}>
      <output className={classes.text}>You’re editing this proof in another tab.</output>
      <div>
        <Button variant="default" onClick={takeOver}>
          Edit here
        </Button>
      </div>
    </div>
  );
}

function ProofForm({ campaign, slot }: { campaign: Campaign; slot: string }) {
  const proof = useSubmitProof(campaign, slot);
  const { form, isSending, uploads } = proof;
  const isSocial = campaign.campaignType === 'social';
  const isTracking = proof.session?.isRunning ?? false;
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
        {proof.isRestored ? <p className={classes.still}>Your draft was saved on this device.</p> : null}
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
        {isSocial ? (
          <Checkbox
            label="The post is marked as an ad"
            description="For example with the platform’s paid partnership label, or #ad."
            disabled={isSending}
            {...form.getInputProps('isAdDisclosed', { type: 'checkbox' })}
          />
        ) : null}
        <SubmitFiles campaign={campaign} proof={proof} />
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
            Submit Proof
          </Button>
          <p className={classes.still} aria-live="polite">
            {hint({ isTracking, isBusy: uploads.isBusy, isOnline, dueAt: campaign.proofDueAt })}
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
}

function hint({ isTracking, isBusy, isOnline, dueAt }: HintFacts): string {
  if (isTracking) return 'Stop tracking before you submit your proof.';
  if (!isOnline) return 'You’re offline. Your proof is saved, and sent when you’re online.';
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
