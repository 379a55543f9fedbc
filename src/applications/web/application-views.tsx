import { Chip } from '@mantine/core';
import type { Application } from '../contract.ts';
import classes from './application-views.module.css';

interface ApplicationView {
  /** Stands in the address. */
  name: string;
  label: string;
  has: (application: Application) => boolean;
}

interface ApplicationViewsProps {
  /** What is chosen here, for those who hear it. */
  label: string;
  views: readonly ApplicationView[];
  /** All of them: each view says how many it has. */
  applications: readonly Application[];
  chosen: string;
  onChoose: (name: string) => void;
}

/** The parts of a list of applications, one of which is open. */
export function ApplicationViews({ label, views, applications, chosen, onChoose }: ApplicationViewsProps) {
  return (
    <Chip.Group value={chosen} onChange={(name) => onChoose(String(name))}>
      <fieldset className={classes.views} aria-label={label}>
        {views.map((view) => (
          <Chip key={view.name} value={view.name} variant="light">
            {view.label} ({applications.filter(view.has).length})
          </Chip>
        ))}
      </fieldset>
    </Chip.Group>
  );
}
