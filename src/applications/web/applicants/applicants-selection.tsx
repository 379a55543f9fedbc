import { Alert, Button, Checkbox, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { BusyButton } from '#campaigns/web/page/busy-button.tsx';
import { t } from '#kernel/text.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { type Application, MAX_DECIDED_AT_ONCE } from '../../contract.ts';
import classes from './applicants.module.css';
import type { MixedResult } from './use-applicant-decision.ts';

interface ApplicantSelectionProps {
  selectable: readonly Application[];
  selected: readonly Application[];
  placesLeft: number;
  isPending: boolean;
  onSelect: (applications: readonly Application[]) => void;
  onApprove: () => void;
  onReject: () => void;
}

export function ApplicantSelection(props: ApplicantSelectionProps) {
  const { selectable, selected, placesLeft, isPending, onSelect, onApprove, onReject } = props;
  const [isAsking, setIsAsking] = useState(false);
  const most = selectable.slice(0, MAX_DECIDED_AT_ONCE);
  const canApprove = selected.some(({ can }) => can.approve);
  return (
    <div className={classes.selection}>
      <Checkbox
        label={selected.length > 0 ? t('{count} selected', { count: selected.length }) : t('Select all')}
        checked={selected.length > 0 && selected.length >= most.length}
        indeterminate={selected.length > 0 && selected.length < most.length}
        onChange={() => onSelect(selected.length > 0 ? [] : most)}
      />
      {selected.length > 0 ? (
        <div className={classes.actions}>
          <BusyButton
            size="sm"
            isBusy={isPending}
            disabled={!canApprove}
            onClick={selected.length > placesLeft ? () => setIsAsking(true) : onApprove}
          >
            {t('Approve selected')}
          </BusyButton>
          <BusyButton size="sm" variant="danger" isBusy={isPending} onClick={onReject}>
            {t('Reject selected')}
          </BusyButton>
        </div>
      ) : null}
      <SubjectModal
        subject={isAsking ? { wanted: selected.length, placesLeft } : null}
        title={({ wanted }) =>
          t('Approve {count, plural, one {# applicant} other {# applicants}}?', { count: wanted })
        }
        onClose={() => setIsAsking(false)}
      >
        {(asked) => (
          <>
            <Text>{approvalText(asked)}</Text>
            <Group justify="flex-end" mt="md">
              <Button variant="default" onClick={() => setIsAsking(false)}>
                {t('Cancel')}
              </Button>
              <Button
                data-autofocus
                onClick={() => {
                  setIsAsking(false);
                  onApprove();
                }}
              >
                {t('Approve')}
              </Button>
            </Group>
          </>
        )}
      </SubjectModal>
    </div>
  );
}

function approvalText({ placesLeft }: { placesLeft: number }): string {
  return t(
    '{places, plural, one {# place is left. The first in the list get it; the others keep waiting.} other {# places are left. The first in the list get them; the others keep waiting.}}',
    { places: placesLeft },
  );
}

export function MixedResults({ result, onDismiss }: { result: MixedResult | null; onDismiss: () => void }) {
  return (
    <div aria-live="polite">
      {result ? (
        <Alert
          mb="md"
          color={result.done > 0 ? 'yellow' : 'red'}
          title={t('{done} {status, select, approved {approved} other {rejected}}, {failed} failed', {
            done: result.done,
            status: result.status,
            failed: result.refused.length,
          })}
          withCloseButton
          closeButtonLabel={t('Dismiss')}
          onClose={onDismiss}
        >
          <ul className={classes.results}>
            {result.refused.map(({ id, name, message }) => (
              <li key={id}>
                <b>{name}</b>: {message}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
    </div>
  );
}
