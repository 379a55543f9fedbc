import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { getErrorText } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { useFocusAfterEachCall } from '#platform/web/ui/use-focus-after.ts';
import { type FieldUploads, UploadField } from '#uploads/web/upload-field.tsx';
import {
  acceptProposal,
  answerDispute,
  type Dispute,
  escalateDispute,
  getDispute,
  MAX_DISPUTE_FILES,
  proposeOutcome,
} from '../contract.ts';
import { AwardField, emptyAward, parseAward } from './award-field.tsx';
import classes from './dispute.module.css';
import { noUploads } from './uploads.ts';

export function DisputeActions({ dispute }: { dispute: Dispute }) {
  const { can } = dispute;
  const [stepsBefore] = useState(dispute.steps.length);
  // The form disappears after it is sent, so the focus moves to what replaces it.
  const place = useFocusAfterEachCall<HTMLDivElement>(dispute.steps.length - stepsBefore);
  return (
    <div className={`${classes.stack} ${classes.place}`} ref={place} tabIndex={-1}>
      {can.answer ? <AnswerForm dispute={dispute} /> : null}
      {can.accept ? <Proposal dispute={dispute} /> : null}
      {can.propose && !can.accept ? <ProposalPanel dispute={dispute} /> : null}
      {can.escalate && !can.accept && !can.propose ? (
        <div>
          <EscalateButton dispute={dispute} />
        </div>
      ) : null}
    </div>
  );
}

function AnswerForm({ dispute }: { dispute: Dispute }) {
  const [text, setText] = useState('');
  const [award, setAward] = useState(emptyAward);
  const [uploads, setUploads] = useState<FieldUploads>(noUploads);
  const [problems, setProblems] = useState<{ text?: string; award?: string }>({});
  const answer = useCallMutation(answerDispute, {
    invalidates: [getDispute],
    onSuccess: () =>
      showToast({
        title: t('Answer sent'),
        message: t('The other side has 48 hours to agree.'),
        tone: 'success',
      }),
  });
  const send = () => {
    const amount = parseAward(award, dispute.pay);
    const isIncomplete = award.choice !== null && amount === null;
    const found = {
      ...(text.trim() === '' ? { text: t('Enter an answer') } : {}),
      ...(isIncomplete ? { award: partText(dispute) } : {}),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const files = uploads.ready.map(({ uploadId }) => uploadId);
    const body = { text: text.trim(), files, ...(amount === null ? {} : { award: amount }) };
    answer.mutate({ params: { id: dispute.id }, body });
  };
  return (
    <Panel title={t('Your answer')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!answer.isPending) send();
        }}
      >
        <Stack gap="md">
          <Textarea
            label={t('How do you see it?')}
            description={t('The other side and administrators read this.')}
            required
            rows={4}
            maxLength={2000}
            value={text}
            error={problems.text ?? answer.error?.fields['text']}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <UploadField
            purpose="proof"
            label={t('Files that show it')}
            description={t('Optional, up to {limit}', { limit: MAX_DISPUTE_FILES })}
            max={MAX_DISPUTE_FILES}
            disabled={answer.isPending}
            onChange={setUploads}
          />
          <AwardField
            dispute={dispute}
            label={t('Your proposal (optional)')}
            value={award}
            error={problems.award ?? answer.error?.fields['award']}
            onChange={setAward}
          />
          <Problem error={answer.error} text={t('We couldn’t send your answer. Please try again.')} />
          <Group justify="flex-end">
            <Button type="submit" loading={answer.isPending} disabled={uploads.isBusy}>
              {t('Send answer')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

const partText = ({ pay }: Dispute) =>
  t('Enter more than $0.00 and less than {amount}', { amount: formatMoney(pay) });

function Proposal({ dispute }: { dispute: Dispute }) {
  const [isCountering, setIsCountering] = useState(false);
  const proposed = dispute.steps.findLast(({ kind }) => kind === 'proposed');
  const accept = useCallMutation(acceptProposal, {
    invalidates: [getDispute],
    onSuccess: () =>
      showToast({
        title: t('Settled', { context: 'a dispute' }),
        message: t('The dispute has ended.'),
        tone: 'success',
      }),
  });
  if (!proposed?.outcome) return null;
  const { award, back, backFee } = proposed.outcome;
  if (isCountering) return <ProposalPanel dispute={dispute} onCancel={() => setIsCountering(false)} />;
  return (
    <Panel title={t('Proposal: pay {amount}', { amount: formatMoney(award) })}>
      <Stack gap="md">
        <Text>
          {t(
            'The marketer gets {award}. {back} and {fee} of the fee go back to the advertiser. You can’t undo this.',
            { award: formatMoney(award), back: formatMoney(back), fee: formatMoney(backFee) },
          )}
        </Text>
        <Problem error={accept.error} text={t('We couldn’t save this. Please try again.')} />
        <Group gap="sm">
          <Button
            loading={accept.isPending}
            onClick={() => accept.mutate({ params: { id: dispute.id }, body: { award } })}
          >
            {t('Accept {amount}', { amount: formatMoney(award) })}
          </Button>
          {dispute.can.propose ? (
            <Button variant="default" onClick={() => setIsCountering(true)}>
              {t('Propose something else')}
            </Button>
          ) : null}
          <EscalateButton dispute={dispute} />
        </Group>
      </Stack>
    </Panel>
  );
}

function ProposalPanel({ dispute, onCancel }: { dispute: Dispute; onCancel?: () => void }) {
  const [award, setAward] = useState(emptyAward);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const propose = useCallMutation(proposeOutcome, {
    invalidates: [getDispute],
    onSuccess: () => {
      showToast({
        title: t('Proposal sent'),
        message: t('The other side has 48 hours to accept.'),
        tone: 'success',
      });
      setAward(emptyAward);
      setText('');
      onCancel?.();
    },
  });
  return (
    <Panel title={t('Propose an outcome')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const amount = parseAward(award, dispute.pay);
          setProblem(
            amount === null ? (award.choice === 'part' ? partText(dispute) : t('Choose one')) : undefined,
          );
          if (amount === null || propose.isPending) return;
          propose.mutate({ params: { id: dispute.id }, body: { award: amount, text: text.trim() } });
        }}
      >
        <Stack gap="md">
          <AwardField
            dispute={dispute}
            label={t('What should the marketer get?')}
            value={award}
            error={problem ?? propose.error?.fields['award']}
            onChange={setAward}
          />
          <Textarea
            label={t('Why (optional)')}
            rows={2}
            maxLength={2000}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Problem error={propose.error} text={t('We couldn’t send your proposal. Please try again.')} />
          <Group gap="sm">
            <Button type="submit" loading={propose.isPending}>
              {t('Send proposal')}
            </Button>
            {onCancel ? (
              <Button variant="default" onClick={onCancel}>
                {t('Cancel')}
              </Button>
            ) : (
              <EscalateButton dispute={dispute} />
            )}
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

function EscalateButton({ dispute }: { dispute: Dispute }) {
  const escalate = useCallMutation(escalateDispute, { invalidates: [getDispute] });
  if (!dispute.can.escalate) return null;
  return (
    <>
      <Button
        variant="default"
        loading={escalate.isPending}
        onClick={() => escalate.mutate({ params: { id: dispute.id } })}
      >
        {t('Ask an administrator')}
      </Button>
      <Problem error={escalate.error} text={t('We couldn’t save this. Please try again.')} />
    </>
  );
}

function Problem({ error, text }: { error: Parameters<typeof getErrorText>[0] | null; text: string }) {
  if (!error) return null;
  return (
    <Alert color="red" role="alert">
      {getErrorText(error, text)}
    </Alert>
  );
}
