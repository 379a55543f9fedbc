import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { examplePlaces, formatWholeDollars } from '../../public-contract.ts';
import { landing } from './landing-content.ts';
import sections from './landing-page.module.css';
import { LineIcon } from '../line-icon.tsx';
import classes from './pricing.module.css';
import { usePublicFacts } from '../public-facts.tsx';

export function Pricing() {
  const facts = usePublicFacts();
  const { heading, free, back } = landing.pricing;
  const { payCents, places, minutes } = examplePlaces;
  return (
    <section className={sections.section} id="pricing">
      <div className={classes.columns}>
        <div>
          <p className={sections.tag}>{t('Pricing')}</p>
          <h2 className={sections.title}>{t(heading)}</h2>
          {facts ? (
            <p className={sections.text}>
              {rich(
                'The platform fee is <strong>{fee}</strong> of the marketers’ pay. You see the whole sum before you fund a campaign.',
                { strong: <strong /> },
                { fee: facts.fee },
              )}
            </p>
          ) : null}
          <ul className={sections.ticks}>
            {[free, back].map((text) => (
              <li key={text.text}>
                <LineIcon name="check" size={18} />
                {t(text)}
              </li>
            ))}
          </ul>
        </div>
        {facts ? (
          <figure className={classes.example}>
            <figcaption className={classes.caption}>
              {t('For example: {places} marketers wear your shirt for {minutes} minutes', {
                places,
                minutes,
              })}
            </figcaption>
            <dl className={classes.lines}>
              <Line
                name={t('{amount} × {places} marketers', { amount: formatWholeDollars(payCents), places })}
                value={formatWholeDollars(payCents * places)}
              />
              <Line name={t('Platform fee, {fee}', { fee: facts.fee })} value={facts.exampleFee} />
              <Line name={t('You pay once')} value={facts.exampleTotal} isTotal />
              <Line name={t('Each marketer gets')} value={formatWholeDollars(payCents)} />
            </dl>
          </figure>
        ) : null}
      </div>
    </section>
  );
}

function Line({ name, value, isTotal = false }: { name: string; value: string; isTotal?: boolean }) {
  return (
    <div className={classes.line} data-total={isTotal || undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
