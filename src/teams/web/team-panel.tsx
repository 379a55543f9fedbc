import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Panel } from '#platform/web/ui/panel.tsx';
import classes from './team.module.css';

/** In an advertiser's settings: the way to the team. */
export function TeamPanel() {
  return (
    <Panel title="Team">
      <p className={classes.note}>
        Let others see your campaigns, or decide applicants and proofs for you, and leave teams that you are
        in.
      </p>
      <Button component={Link} to="/team" variant="default" leftSection={<IconUsers size={18} aria-hidden />}>
        Open your team
      </Button>
    </Panel>
  );
}
