import { t } from '#kernel/text.ts';
import { PillLink } from '../../frame/pill-button.tsx';
import { landing } from './landing-content.ts';
import sections from './landing-page.module.css';
import classes from './product-screens.module.css';

const themes = ['light', 'dark'] as const;

export function ProductScreens() {
  const { heading, text, screens } = landing.product;
  return (
    <section className={sections.section}>
      <h2 className={sections.title}>{t(heading)}</h2>
      <p className={sections.text}>{t(text)}</p>
      <ul className={classes.screens}>
        {screens.map(({ name, title, text, alt, href, link, width, height }) => (
          <li className={classes.screen} data-screen={name} key={name}>
            <div className={classes.frame}>
              {themes.map((theme) => (
                <img
                  className={classes.picture}
                  data-theme={theme}
                  key={theme}
                  src={`/screens/${name}-${theme}.webp`}
                  alt={t(alt)}
                  width={width}
                  height={height}
                  loading="lazy"
                />
              ))}
            </div>
            <div className={classes.words}>
              <h3 className={sections.subtitle}>{t(title)}</h3>
              <p className={sections.text}>{t(text)}</p>
              <PillLink href={href}>{t(link)}</PillLink>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
