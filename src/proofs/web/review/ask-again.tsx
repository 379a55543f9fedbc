import { Button, Checkbox, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import { askAgain } from '../../amendment-contract.ts';
import { listProofs, type Proof } from '../../contract.ts';
import { type RejectReason, rejectReasonLabels, rejectReasons } from '../../decision-contract.ts';
import classes from './proof-review.module.css';

interface AskAgainProps {
  proof: Proof | null;
  onClose: () => void;
}

export function AskAgain({ proof, onClose }: AskAgainProps) {
  return (
    <SubjectModal
      subject={proof}
      title={t('Ask to send again')}
      onClose={onClose}
      closeOnClickOutside={false}
    >
      {(subject) => <Request proof={subject} onClose={onClose} />}
    </SubjectModal>
  );
}

function Request({ proof, onClose }: { proof: Proof; onClose: () => void }) {
  const [reasons, setReasons] = useState<RejectReason[]>([]);
  const [note, setNote] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const name = proof.marketerName || t('The marketer');
  const asking = useCallMutation(askAgain, {
    invalidates: [listProofs],
    onSuccess: () => {
      showToast({
        title: t('Request sent'),
        message: t('{name} has 72 hours to send again.', { name }),
        tone: 'success',
      });
      onClose();
    },
    onError: (error) => showErrorToast(error, t('Failed to send your request')),
  });
  const send = () => {
    setIsChecked(true);
    if (reasons.length === 0 || note.trim() === '') return;
    asking.mutate({ params: { id: proof.id }, body: { reasons, note: note.trim() } });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap="md">
        <p className={classes.question}>
          {t(
            '{name} has 72 hours to send better files. You can ask once. Until then you can approve this proof, but not reject it.',
            { name },
          )}
        </p>
        <Checkbox.Group
          label={t('What is wrong')}
          withAsterisk
          value={reasons}
          onChange={(values) => setReasons(rejectReasons.filter((reason) => values.includes(reason)))}
          error={isChecked && reasons.length === 0 ? t('Choose a reason') : null}
        >
          <Stack gap={10} mt="xs">
            {rejectReasons.map((option, at) => (
              <Checkbox
                key={option}
                value={option}
                label={t(rejectReasonLabels[option])}
                data-autofocus={at === 0 || undefined}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Textarea
          label={t('What to send')}
          description={t('The marketer sees this.')}
          withAsterisk
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          error={isChecked && note.trim() === '' ? t('Say what to send') : null}
          rows={3}
          maxLength={2000}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={asking.isPending}>
            {t('Ask to send again')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
