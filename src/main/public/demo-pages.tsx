import { msg, t } from '#kernel/text.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { Drawing } from '#platform/web/ui/drawings/drawing.tsx';
import { PillLink } from '../frame/pill-button.tsx';
import classes from './demo-pages.module.css';
import { PublicPage } from './public-page.tsx';

export const handle: PageHandle = { withoutApp: true };
export const meta = pageMeta(
  msg('Demo'),
  msg('Try Promenade as a marketer or an advertiser without signing in.'),
);

const choices = [
  {
    href: '/demo-marketer',
    drawing: 'shirt',
    title: msg('Marketer demo'),
    text: msg('The real dashboard of a sample week: applications, tracking, proofs and pay.'),
    label: msg('See the marketer demo'),
  },
  {
    href: '/demo-advertiser',
    drawing: 'photo',
    title: msg('Advertiser demo'),
    text: msg('The real dashboard of a sample business: live map, campaigns and spending.'),
    label: msg('See the advertiser demo'),
  },
  {
    href: '/tracking-demo',
    drawing: 'map',
    title: msg('Live tracking demo'),
    text: msg('A simulated walk, as the marketer and the advertiser see it.'),
    label: msg('See live tracking'),
  },
] as const;

export default function DemoChooser() {
  return (
    <PublicPage>
      <div className={classes.page}>
        <p className={classes.badge}>{t('Demo')}</p>
        <h1 className={classes.title}>{t('Look around first')}</h1>
        <p className={classes.lead}>{t('No sign-in required. All figures are samples.')}</p>
        <div className={classes.choices}>
          {choices.map(({ href, drawing, title, text, label }) => (
            <section className={classes.choice} key={href}>
              <Drawing name={drawing} />
              <h2 className={classes.subtitle}>{t(title)}</h2>
              <p>{t(text)}</p>
              <PillLink href={href}>{t(label)}</PillLink>
            </section>
          ))}
        </div>
      </div>
    </PublicPage>
  );
}
