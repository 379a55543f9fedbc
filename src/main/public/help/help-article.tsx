import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { t } from '#kernel/text.ts';
import { RichLink } from '#platform/web/rich-link.tsx';
import { rich } from '#platform/web/rich.ts';
import { MAX_FEE_PERCENT, MIN_FEE_PERCENT } from '#platform/config-contract.ts';
import { getHelp } from './help-content.ts';
import type { HelpDocument, HelpQuestion } from './help-document.ts';
import { factMarks } from '../../public-contract.ts';
import { Contact, usePublicFacts } from '../public-facts.tsx';
import classes from './help-article.module.css';

export function HelpArticle({ document: { path, title, summary, topics } }: { document: HelpDocument }) {
  useQuestionInView();
  return (
    <article className={classes.document}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.summary}>{summary}</p>
      <nav className={classes.pages} aria-label={t('Help pages')}>
        {Object.values(getHelp()).map((page) => (
          <Link to={page.path} aria-current={page.path === path ? 'page' : undefined} key={page.path}>
            {page.name}
          </Link>
        ))}
      </nav>
      <div className={classes.columns}>
        <nav className={classes.contents} aria-label={t('Contents')}>
          {topics.map(({ title: topic, questions }) => (
            <div key={topic}>
              <p className={classes.topic}>{topic}</p>
              <ul>
                {questions.map(({ id, question }) => (
                  <li key={id}>
                    <Link to={`#${id}`}>{question}</Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className={classes.topics}>
          {topics.map(({ title: topic, questions }) => (
            <section aria-label={topic} key={topic}>
              <h2 className={classes.heading}>{topic}</h2>
              {questions.map((question) => (
                <Question question={question} key={question.id} />
              ))}
            </section>
          ))}
          <p className={classes.contact}>
            <Contact otherwise={t('Do you have another question? Ask the operator of this site.')}>
              {(email) =>
                rich(
                  'Do you have another question? Write to <mail>{email}</mail>.',
                  { mail: <RichLink href={`mailto:${email}`} /> },
                  { email },
                )
              }
            </Contact>
          </p>
        </div>
      </div>
    </article>
  );
}

function Question({ question: { id, question, answer, links = [] } }: { question: HelpQuestion }) {
  const fee = usePublicFacts()?.fee ?? t('{min} to {max}%', { min: MIN_FEE_PERCENT, max: MAX_FEE_PERCENT });
  return (
    <div className={classes.question} id={id} tabIndex={-1}>
      <h3>{question}</h3>
      {answer.map((paragraph) => (
        <p key={paragraph}>{paragraph.replaceAll(factMarks.fee, fee)}</p>
      ))}
      {links.length > 0 ? (
        <p className={classes.links}>
          {links.map(({ to, label }) => (
            <Link to={to} key={label}>
              {label}
            </Link>
          ))}
        </p>
      ) : null}
    </div>
  );
}

/** In the app, the page is drawn after the browser has looked for the anchor. */
function useQuestionInView(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const question = hash === '' ? null : document.getElementById(hash.slice(1));
    question?.scrollIntoView();
    // The next Tab continues from the question.
    question?.focus({ preventScroll: true });
    // `key` changes when the user clicks the same question again.
  }, [hash, key]);
}
