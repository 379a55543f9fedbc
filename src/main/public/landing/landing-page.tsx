import { t } from '#kernel/text.ts';
import { PillLink } from '../../frame/pill-button.tsx';
import { landing } from './landing-content.ts';
import classes from './landing-page.module.css';
import { LineIcon } from '../line-icon.tsx';
import { Pricing } from './pricing.tsx';
import { ProductScreens } from './product-screens.tsx';
import { Contact } from '../public-facts.tsx';
import { PublicPage } from '../public-page.tsx';
import { Questions } from './questions.tsx';
import { StreetArtwork } from './street-artwork.tsx';

export function LandingPage() {
  return (
    <PublicPage>
      <Hero />
      <Statistics />
      <HowItWorks />
      <ProductScreens />
      <div id="features" className={classes.features}>
        <ForMarketers />
        <ForAdvertisers />
      </div>
      <Social />
      <Pricing />
      <Questions />
      <Closing />
    </PublicPage>
  );
}

function Hero() {
  const { heading, text, points } = landing.hero;
  return (
    <section className={classes.hero}>
      <div>
        <h1 className={classes.heading}>{t(heading)}</h1>
        <p className={classes.lead}>{t(text)}</p>
        <div className={classes.actions}>
          <PillLink className={classes.big} href="/auth/signin" tone="ember">
            {t('Get Started')}
            <LineIcon name="arrow" size={20} />
          </PillLink>
          <PillLink className={classes.big} href="/demo">
            {t('Try Demo - No Sign In Required')}
          </PillLink>
        </div>
        <ul className={classes.points}>
          {points.map((point) => (
            <li key={point.text}>
              <LineIcon name="check" size={18} />
              {t(point)}
            </li>
          ))}
        </ul>
      </div>
      <StreetArtwork />
    </section>
  );
}

function Statistics() {
  return (
    <section className={classes.section} aria-label={t('Promenade in figures')}>
      <dl className={classes.statistics}>
        {landing.statistics.map(({ figure, label }) => (
          <div className={classes.statistic} key={label.text}>
            <dt>{t(label)}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function HowItWorks() {
  return (
    <section className={classes.section} id="how-it-works">
      <h2 className={classes.title}>{t('How it works')}</h2>
      <ol className={classes.steps}>
        {landing.howItWorks.map(({ title, text, icon }, index) => (
          <li className={classes.step} key={title.text}>
            <div className={classes.stepTop}>
              <span className={classes.icon}>
                <LineIcon name={icon} />
              </span>
              <span className={classes.number} aria-hidden>
                {index + 1}
              </span>
            </div>
            <h3 className={classes.subtitle}>{t(title)}</h3>
            <p className={classes.text}>{t(text)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function ForMarketers() {
  const { heading, text, points, examples } = landing.marketers;
  return (
    <section className={classes.panel}>
      <p className={classes.tag}>{t('For Marketers')}</p>
      <h2 className={classes.title}>{t(heading)}</h2>
      <p className={classes.text}>{t(text)}</p>
      <ul className={classes.ticks}>
        {points.map((point) => (
          <li key={point.text}>
            <LineIcon name="check" size={18} />
            {t(point)}
          </li>
        ))}
      </ul>
      <ul className={classes.examples}>
        {examples.map(({ pay, label }) => (
          <li key={label.text}>
            <strong>{pay}</strong>
            {t(label)}
          </li>
        ))}
      </ul>
      <PillLink href="/auth/signin" tone="ember">
        {t('Get Started')}
      </PillLink>
    </section>
  );
}

function ForAdvertisers() {
  const { heading, text, points } = landing.advertisers;
  return (
    <section className={classes.panel} data-dark>
      <p className={classes.tag} data-solid>
        {t('For Advertisers')}
      </p>
      <h2 className={classes.title}>{t(heading)}</h2>
      <p className={classes.text}>{t(text)}</p>
      <ul className={classes.benefits}>
        {points.map((point) => (
          <li key={point.title.text}>
            <span className={classes.icon}>
              <LineIcon name={point.icon} />
            </span>
            <div>
              <h3 className={classes.subtitle}>{t(point.title)}</h3>
              <p className={classes.text}>{t(point.text)}</p>
            </div>
          </li>
        ))}
      </ul>
      <PillLink href="/auth/signin" tone="plain">
        {t('Get Started')}
      </PillLink>
    </section>
  );
}

function Social() {
  const { heading, text, platforms } = landing.social;
  return (
    <section className={classes.section}>
      <p className={classes.tag}>{t('Social Media Campaigns')}</p>
      <h2 className={classes.title}>{t(heading)}</h2>
      <p className={classes.text}>{t(text)}</p>
      <ul className={classes.platforms}>
        {platforms.map(({ name, formats, icon }) => (
          <li className={classes.platform} key={name}>
            <span className={classes.icon}>
              <LineIcon name={icon} />
            </span>
            <h3 className={classes.subtitle}>{name}</h3>
            <p className={classes.text}>{t(formats)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Closing() {
  const { heading, text, start } = landing.contact;
  return (
    <section className={classes.section} id="contact">
      <div className={classes.contact}>
        <Contact
          otherwise={
            <div>
              <h2 className={classes.title}>{t(start.heading)}</h2>
              <p>{t(start.text)}</p>
            </div>
          }
        >
          {(email) => (
            <div>
              <h2 className={classes.title}>{t(heading)}</h2>
              <p>
                {t(text)} <a href={`mailto:${email}`}>{email}</a>
              </p>
            </div>
          )}
        </Contact>
        <PillLink className={classes.big} href="/auth/signin">
          {t('Get Started')}
        </PillLink>
      </div>
    </section>
  );
}
