import { Chip } from '@mantine/core';
import row from '#platform/web/ui/layout/scrolling-row.module.css';
import type { Application } from '../contract.ts';
import classes from './application-views.module.css';

interface ApplicationView {
  /** Used in the URL. */
  name: string;
  label: string;
  has: (application: Application) => boolean;
}

interface ApplicationViewsProps {
  label: string;
  views: readonly ApplicationView[];
  applications: readonly Application[];
  chosen: string;
  onChoose: (name: string) => void;
}

export function ApplicationViews({ label, views, applications, chosen, onChoose }: ApplicationViewsProps) {
  return (
    <Chip.Group value={chosen} onChange={(name) => onChoose(String(name))}>
      <fieldset className={`${row.row} ${classes.views}`} aria-label={label}>
        {views.map((view) => (
          <Chip key={view.name} value={view.name} variant="light">
            {view.label} ({applications.filter(view.has).length})
          </Chip>
        ))}
      </fieldset>
    </Chip.Group>
  );
}
