import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import classes from '../campaign-form.module.css';
import { loadUnsavedForm } from './unsaved-form-storage.ts';

export default function UnsavedCampaignNotice({ account }: { account: string }) {
  const typed = loadUnsavedForm({ form: 'new', account })?.values;
  if (!typed) return null;
  return (
    <div className={classes.notice}>
      <p className={classes.noticeText}>
        {typed.title
          ? t('“{title}” has unsaved changes in this browser.', { title: typed.title })
          : t('An untitled campaign has unsaved changes in this browser.')}
      </p>
      <Button component={Link} to="/create-campaign" variant="default" size="sm">
        {t('Continue')}
      </Button>
    </div>
  );
}
