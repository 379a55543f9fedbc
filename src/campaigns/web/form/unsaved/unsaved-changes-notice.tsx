import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CampaignFormValues } from '../campaign-form-values.ts';
import classes from '../campaign-form.module.css';
import type { UnsavedFormState } from './use-unsaved-form.ts';

interface KeptFormNoticeProps {
  found: UnsavedFormState['found'];
  /** The form's values without the user's unsaved changes. */
  from: CampaignFormValues;
  /** 'the saved draft' or 'an empty form' */
  fromName: string;
  onTake: (values: CampaignFormValues) => void;
}

/**
 * Tells the user that unsaved changes were restored, or offers to restore them if the draft has changed
 * since.
 */
export function UnsavedChangesNotice({ found, from, fromName, onTake }: KeptFormNoticeProps) {
  const [isShown, setShown] = useState(true);
  if (!isShown || !found) return null;
  const take = (values: CampaignFormValues) => {
    setShown(false);
    onTake(values);
  };
  return (
    <div className={classes.notice}>
      <output className={classes.noticeText}>
        {found.isStale
          ? `You have unsaved changes, but ${fromName} has changed since.`
          : 'We restored your unsaved changes.'}
      </output>
      {found.isStale ? (
        <Button variant="default" size="sm" onClick={() => take(found.values)}>
          Restore my changes
        </Button>
      ) : (
        <Button variant="default" size="sm" onClick={() => take(from)}>
          Start from {fromName}
        </Button>
      )}
    </div>
  );
}
