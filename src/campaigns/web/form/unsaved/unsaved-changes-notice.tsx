import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import type { CampaignFormValues } from '../campaign-form-values.ts';
import classes from '../campaign-form.module.css';
import type { UnsavedFormState } from './use-unsaved-form.ts';

export type FormOrigin = 'empty' | 'copy' | 'saved';

interface KeptFormNoticeProps {
  found: UnsavedFormState['found'];
  from: CampaignFormValues;
  origin: FormOrigin;
  onTake: (values: CampaignFormValues) => void;
}

export function UnsavedChangesNotice({ found, from, origin, onTake }: KeptFormNoticeProps) {
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
          ? t(
              'You have unsaved changes, but {origin, select, empty {an empty form} copy {a fresh copy} other {the saved draft}} has changed since.',
              { origin },
            )
          : t('We restored your unsaved changes.')}
      </output>
      {found.isStale ? (
        <Button variant="default" size="sm" onClick={() => take(found.values)}>
          {t('Restore my changes')}
        </Button>
      ) : (
        <Button variant="default" size="sm" onClick={() => take(from)}>
          {t(
            'Start from {origin, select, empty {an empty form} copy {a fresh copy} other {the saved draft}}',
            {
              origin,
            },
          )}
        </Button>
      )}
    </div>
  );
}
