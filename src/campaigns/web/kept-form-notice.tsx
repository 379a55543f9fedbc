import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CampaignFormValues } from './campaign-form-values.ts';
import classes from './campaign-form.module.css';
import type { KeptFormState } from './use-kept-form.ts';

interface KeptFormNoticeProps {
  found: KeptFormState['found'];
  /** What the form holds where nothing was typed. */
  from: CampaignFormValues;
  /** 'the saved draft', 'an empty form': what one can go back to. */
  fromName: string;
  /** Puts other values into the form. */
  onTake: (values: CampaignFormValues) => void;
}

/** Says that something typed before is back, or still there, with the way to have it otherwise. */
export function KeptFormNotice({ found, from, fromName, onTake }: KeptFormNoticeProps) {
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
          ? `What you typed here before was never saved, and ${fromName} has changed since.`
          : 'What you typed here before is back. It is not saved yet.'}
      </output>
      {found.isStale ? (
        <Button variant="default" size="sm" onClick={() => take(found.values)}>
          Bring back what I typed
        </Button>
      ) : (
        <Button variant="default" size="sm" onClick={() => take(from)}>
          Start from {fromName}
        </Button>
      )}
    </div>
  );
}
