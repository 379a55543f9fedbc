import type { ReactNode } from 'react';
import { PillLink } from '../frame/pill-button.tsx';
import { PublicPage } from '../public/public-page.tsx';
import classes from './demo-stage.module.css';

/** Within the public pages, so that no call about an account is made. */
export function DemoPage({ children }: { children: ReactNode }) {
  return (
    <PublicPage>
      <div className={classes.page}>
        {children}
        <nav className={classes.ways} aria-label="Demos">
          <PillLink href="/tracking-demo">See live tracking</PillLink>
          <PillLink href="/demo">Back to the demos</PillLink>
        </nav>
      </div>
    </PublicPage>
  );
}
