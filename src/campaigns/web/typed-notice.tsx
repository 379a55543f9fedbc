import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { CampaignFormValues } from './campaign-form-values.ts';
import classes from './campaign-form.module.css';

/** On the dashboard: something was typed into the form of a new campaign and never saved. */
export function TypedNotice({ typed }: { typed: CampaignFormValues }) {
  return (
    <div className={classes.notice}>
      <p className={classes.noticeText}>
        {typed.title ? `“${typed.title}”` : 'An untitled campaign'} was typed in this browser and is not saved
        yet.
      </p>
      <Button component={Link} to="/create-campaign" variant="default" size="sm">
        Continue
      </Button>
    </div>
  );
}
