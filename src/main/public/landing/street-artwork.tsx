import { t } from '#kernel/text.ts';
import { landing } from './landing-content.ts';
import { LineIcon } from '../line-icon.tsx';
import classes from './street-artwork.module.css';

export function StreetArtwork() {
  const { campaign, session, proof } = landing.artwork;
  return (
    <div className={classes.artwork} aria-hidden>
      <StreetMap />
      <div className={classes.card} data-place="top">
        <div className={classes.row}>
          <span className={classes.shirt}>
            <LineIcon name="shirt" />
          </span>
          <span>
            <b>{t(campaign.title)}</b>
            <small>{t(campaign.place)}</small>
          </span>
        </div>
        <strong className={classes.pay}>{t(campaign.pay)}</strong>
      </div>
      <div className={classes.card} data-place="side">
        <small>{t(proof.title)}</small>
        <span className={classes.row}>
          <span className={classes.tick}>
            <LineIcon name="check" size={16} />
          </span>
          <strong className={classes.pay}>{proof.pay}</strong>
        </span>
        <small>{t(proof.detail)}</small>
      </div>
      <div className={classes.card} data-place="bottom">
        <div className={classes.row} data-spread>
          <span className={classes.live}>
            <i className={classes.dot} />
            <b>{t(session.title)}</b>
          </span>
          <small>{t(session.duration)}</small>
        </div>
        <div className={classes.progress}>
          <i />
        </div>
        <small>{t(session.detail)}</small>
      </div>
    </div>
  );
}

const walk = 'M88 425c40-34 78-68 128-78 60-12 96-26 130-64 34-40 46-112 112-142';

const people = [
  { x: 262, y: 190 },
  { x: 180, y: 240 },
  { x: 384, y: 380 },
];

function StreetMap() {
  return (
    <svg className={classes.map} viewBox="0 0 550 540" preserveAspectRatio="xMidYMid slice">
      <rect className={classes.land} width="550" height="540" />
      <path className={classes.water} d="M382-10c-24 60-10 122 36 170 34 36 44 90 96 112l46-8V-10Z" />
      <path className={classes.park} d="m196 380 112 0-4 90H192Z" />
      <g className={classes.roads}>
        <path d="M-10 178 560 300M-10 226l570 122M-10 272l570 122M-10 316l570 122M-10 408l300 64M-10 452l400 96" />
        <path d="M56-10 10 550M256-10l-46 560M440 114 396 550M512 224l-26 330M120 60l270 92" />
      </g>
      <g className={classes.avenues}>
        <path d="M-10 362 560 482M166-10 118 550M348-10l-50 560" />
      </g>
      <path className={classes.main} d="M-10 510C120 430 300 380 396 262c50-62 100-140 180-206" />
      <circle className={classes.radius} cx="286" cy="300" r="158" />
      <path className={classes.walk} d={walk} />
      {people.map(({ x, y }) => (
        <g className={classes.person} key={x}>
          <circle cx={x} cy={y} r="12" />
          <circle cx={x} cy={y} r="7" />
        </g>
      ))}
      <g className={classes.walker}>
        <circle r="15" />
        <circle r="9" />
        {/* The stylesheet animates the walker along `walk` and repeats its points. */}
      </g>
    </svg>
  );
}
