import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import classes from './team.module.css';

export function TeamPanel() {
  return (
    <Panel title={t('Team')}>
      <p className={classes.note}>{t('Invite people to your team, or leave teams you’re in.')}</p>
      <Button component={Link} to="/team" variant="default" leftSection={<IconUsers size={18} aria-hidden />}>
        {t('Open your team')}
      </Button>
    </Panel>
  );
}
