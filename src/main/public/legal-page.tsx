import { PillLink } from '../frame/pill-button.tsx';
import classes from './legal-page.module.css';
import { PublicPage } from './public-page.tsx';

export interface LegalSection {
  title: string;
  paragraphs: readonly string[];
  points?: readonly string[];
}

interface LegalPageProps {
  title: string;
  /** At most two sentences; also used as the page's meta description. */
  summary: string;
  sections: readonly LegalSection[];
  /** If set, the sections scroll inside the page, and the link to the home page stays visible. */
  scrolls?: boolean;
}

export function LegalPage({ title, summary, sections, scrolls = false }: LegalPageProps) {
  return (
    <PublicPage>
      <article className={classes.document}>
        <PillLink href="/">Back to Home</PillLink>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.summary}>{summary}</p>
        <p className={classes.date}>Effective November 21, 2026</p>
        {scrolls ? (
          // Focusable, so that keyboard users can scroll it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <section className={classes.scroll} tabIndex={0} aria-label={`${title}, all sections`}>
            <Sections sections={sections} />
          </section>
        ) : (
          <Sections sections={sections} />
        )}
        <PillLink href="/">Back to Home</PillLink>
      </article>
    </PublicPage>
  );
}

function Sections({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <ol className={classes.sections}>
      {sections.map(({ title, paragraphs, points = [] }) => (
        <li key={title}>
          <h2 className={classes.heading}>{title}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {points.length > 0 ? (
            <ul>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
