import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import classes from './team.module.css';

export function TeamPanel() {
  return (
    <Panel title="Team">
      <p className={classes.note}>Invite people to your team, or leave teams you’re in.</p>
      <Button component={Link} to="/team" variant="default" leftSection={<IconUsers size={18} aria-hidden />}>
        Open your team
      </Button>
    </Panel>
  );
}
