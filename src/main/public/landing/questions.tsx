import { t } from '#kernel/text.ts';
import { listQuestions } from '../../public-contract.ts';
import { landing } from './landing-content.ts';
import sections from './landing-page.module.css';
import classes from './questions.module.css';
import { usePublicFacts } from '../public-facts.tsx';

/** The same questions that the server gives search engines. */
export function Questions() {
  const facts = usePublicFacts();
  if (!facts) return null;
  return (
    <section className={sections.section} id="questions">
      <h2 className={sections.title}>{t(landing.questions.heading)}</h2>
      <div className={classes.questions}>
        {listQuestions(facts).map(({ question, answer }) => (
          <details className={classes.question} key={question}>
            <summary className={classes.summary}>
              <h3 className={classes.title}>{question}</h3>
            </summary>
            <p className={sections.text}>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
