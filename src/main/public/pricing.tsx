import { examplePlaces, formatWholeDollars } from '../public-contract.ts';
import { landing } from './landing-content.ts';
import sections from './landing-page.module.css';
import { LineIcon } from './line-icon.tsx';
import classes from './pricing.module.css';
import { usePublicFacts } from './public-facts.tsx';

/** Names the fee, and what a campaign costs by the rule that charges it. */
export function Pricing() {
  const facts = usePublicFacts();
  const { heading, free, back } = landing.pricing;
  const { payCents, places, minutes } = examplePlaces;
  return (
    <section className={sections.section} id="pricing">
      <div className={classes.columns}>
        <div>
          <p className={sections.tag}>Pricing</p>
          <h2 className={sections.title}>{heading}</h2>
          {facts ? (
            <p className={sections.text}>
              The platform fee is <strong>{facts.fee}</strong> of the marketers’ pay. You see the whole sum
              before you fund a campaign.
            </p>
          ) : null}
          <ul className={sections.ticks}>
            {[free, back].map((text) => (
              <li key={text}>
                <LineIcon name="check" size={18} />
                {text}
              </li>
            ))}
          </ul>
        </div>
        {facts ? (
          <figure className={classes.example}>
            <figcaption className={classes.caption}>
              For example: {places} marketers wear your shirt for {minutes} minutes
            </figcaption>
            <dl className={classes.lines}>
              <Line
                name={`${formatWholeDollars(payCents)} × ${places} marketers`}
                value={formatWholeDollars(payCents * places)}
              />
              <Line name={`Platform fee, ${facts.fee}`} value={facts.exampleFee} />
              <Line name="You pay once" value={facts.exampleTotal} isTotal />
              <Line name="Each marketer gets" value={formatWholeDollars(payCents)} />
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
