import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { Drawing } from '#platform/web/ui/drawings/drawing.tsx';
import { PillLink } from '../frame/pill-button.tsx';
import type { DemoDashboard } from './demo-content.ts';
import classes from './demo-pages.module.css';
import { PublicPage } from './public-page.tsx';

export const handle: PageHandle = { scriptFree: true };
export const meta = pageMeta('Demo', 'Try Promenade as a marketer or an advertiser without signing in.');

const choices = [
  {
    href: '/demo-marketer',
    drawing: 'shirt',
    title: 'Marketer demo',
    text: 'Applications, approvals, earnings and rating for a sample week.',
    label: 'See the marketer demo',
  },
  {
    href: '/demo-advertiser',
    drawing: 'photo',
    title: 'Advertiser demo',
    text: 'What a sample campaign costs and how you follow it.',
    label: 'See the advertiser demo',
  },
  {
    href: '/tracking-demo',
    drawing: 'map',
    title: 'Live tracking demo',
    text: 'A simulated walk, as the marketer and the advertiser see it.',
    label: 'See live tracking',
  },
] as const;

/** Draws /demo, where the visitor picks a side. */
export default function DemoChooser() {
  return (
    <PublicPage>
      <div className={classes.page}>
        <p className={classes.badge}>Demo</p>
        <h1 className={classes.title}>Look around first</h1>
        <p className={classes.lead}>No sign-in required. All figures are samples.</p>
        <div className={classes.choices}>
          {choices.map(({ href, drawing, title, text, label }) => (
            <section className={classes.choice} key={href}>
              <Drawing name={drawing} />
              <h2 className={classes.subtitle}>{title}</h2>
              <p>{text}</p>
              <PillLink href={href}>{label}</PillLink>
            </section>
          ))}
        </div>
      </div>
    </PublicPage>
  );
}

/** Draws /demo-marketer or /demo-advertiser: a dashboard with sample figures, labelled as such. */
export function DemoDashboardPage({ demo }: { demo: DemoDashboard }) {
  return (
    <PublicPage>
      <div className={classes.page}>
        <p className={classes.badge}>Demo</p>
        <h1 className={classes.title}>{demo.title}</h1>
        <p className={classes.lead}>{demo.intro}</p>
        <dl className={classes.tiles}>
          {demo.tiles.map(({ label, value, hint }) => (
            <div className={classes.tile} key={label}>
              <dt>{label}</dt>
              <dd className={classes.value}>{value}</dd>
              <dd className={classes.hint}>{hint}</dd>
            </div>
          ))}
        </dl>
        <p className={classes.note}>Sample figures</p>
        <section className={classes.choice}>
          <h2 className={classes.subtitle}>{demo.steps.title}</h2>
          <ol className={classes.steps}>
            {demo.steps.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ol>
        </section>
        <section className={classes.prompt}>
          <p>{demo.prompt}</p>
          <div className={classes.actions}>
            <PillLink href="/auth/signin" tone="ember">
              Sign In
            </PillLink>
            <PillLink href="/tracking-demo">See live tracking</PillLink>
            <PillLink href="/demo">Back to the demos</PillLink>
          </div>
        </section>
      </div>
    </PublicPage>
  );
}
