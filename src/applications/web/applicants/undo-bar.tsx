import { useHotkeys } from '@mantine/hooks';
import { Button, Portal } from '@mantine/core';
import { t } from '#kernel/text.ts';
import type { Application } from '../../contract.ts';
import classes from './applicants.module.css';

interface UndoBarProps {
  /** The applications whose decision can be undone. */
  undoable: readonly Application[];
  secondsLeft: number;
  isPending: boolean;
  onUndo: () => void;
}

/** Ctrl+Z undoes too. */
export function UndoBar({ undoable, secondsLeft, isPending, onUndo }: UndoBarProps) {
  const canUndo = undoable.length > 0 && !isPending;
  useHotkeys([['mod+Z', () => canUndo && onUndo()]]);
  return (
    <Portal>
      <div className={classes.undoPlace}>
        <output>
          {undoable.length > 0 ? <span className={classes.undoText}>{formatDecisions(undoable)}</span> : null}
        </output>
        {undoable.length > 0 ? (
          <Button
            size="sm"
            variant="white"
            aria-label={t('Undo')}
            aria-keyshortcuts="Control+Z Meta+Z"
            disabled={isPending}
            onClick={onUndo}
          >
            {t('Undo')} <span className={classes.undoSeconds}>{secondsLeft}</span>
          </Button>
        ) : null}
      </div>
    </Portal>
  );
}

function formatDecisions(decided: readonly Application[]): string {
  const [only] = decided;
  const isApproval = only?.status === 'approved';
  if (only && decided.length === 1)
    return isApproval
      ? t('{marketerName} has a place', { marketerName: only.marketerName })
      : t('{marketerName} was rejected', { marketerName: only.marketerName });
  const count = decided.length;
  return isApproval
    ? t('{count, plural, one {# applicant has a place} other {# applicants have a place}}', { count })
    : t('{count, plural, one {# applicant was rejected} other {# applicants were rejected}}', { count });
}
