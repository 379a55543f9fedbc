import { type Message, msg, t } from '#kernel/text.ts';
import { formatDuration } from '#kernel/time.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import type { ProofMedia } from '../contract.ts';
import type { MediaSign } from '../media-contract.ts';
import { mediaKindLabels } from './proof-labels.ts';

interface SignText {
  /** Without judgement. `file` names the file, such as 'Selfie 1'. */
  noticed: (file: string, amount: number) => string;
  /** How honest work can cause it. */
  innocent: Message;
}

/** The server's media-signs.ts has the rules. */
const signTexts: Readonly<Record<MediaSign['kind'], SignText>> = {
  'same-image': {
    noticed: (file) => t('{file} is the same image as in another proof.', { file }),
    innocent: msg('A photo of the same poster or screen can look identical.'),
  },
  'similar-image': {
    noticed: (file) => t('{file} looks much like an image in another proof.', { file }),
    innocent: msg('Photos of the same place from the same spot can look alike.'),
  },
  'same-video': {
    noticed: (file) => t('{file} is the same recording as in another proof.', { file }),
    innocent: msg('Marketers who work together may send the same recording.'),
  },
  'part-of-video': {
    noticed: (file) => t('{file} shares a part with a recording in another proof.', { file }),
    innocent: msg('Marketers who work together may cut their videos from one recording.'),
  },
  'repeated-video': {
    noticed: (file) => t('{file} repeats another video of this proof.', { file }),
    innocent: msg('The same file may be chosen twice by mistake.'),
  },
  'video-unmeasured': {
    noticed: () => t('The length of the video can’t be measured.'),
    innocent: msg('Some apps change a video’s format when they save it.'),
  },
  'video-short': {
    noticed: (_, seconds) => t('The video is only {length} long.', { length: formatLength(seconds) }),
    innocent: msg('A call, an empty battery or a hidden page ends a recording early.'),
  },
  'other-time': {
    noticed: (file, minutes) =>
      t('{file} was taken {duration} away from the work.', { file, duration: formatDuration(minutes) }),
    innocent: msg('A wrong clock, or an earlier photo chosen by mistake, can cause this.'),
  },
  'other-place': {
    noticed: (file, meters) =>
      t('{file} was taken {distance} outside the area.', { file, distance: formatMeters(meters) }),
    innocent: msg('A phone may save an old position with a photo.'),
  },
  'not-from-page': {
    noticed: (file) =>
      t('{file} was sent as taken in Promenade, but has data that a phone’s camera app writes.', { file }),
    innocent: msg('A browser extension that handles the camera could cause this.'),
  },
  clock: {
    noticed: (file) => t('The time of {file} doesn’t fit the server’s clock.', { file: file.toLowerCase() }),
    innocent: msg('The phone’s clock was changed while the page was open.'),
  },
  'same-post': {
    noticed: () => t('Another proof has a link to the same post.'),
    innocent: msg('Marketers may publish one post together, or copy a wrong link.'),
  },
};

export function formatMediaSign(
  { kind, file, check, amount }: MediaSign,
  media: readonly ProofMedia[],
): string {
  if (check !== undefined)
    return signTexts[kind].noticed(t('The photo of check {check}', { check }), amount ?? 0);
  const found = file === null ? undefined : media[file];
  const name = found && file !== null ? `${t(mediaKindLabels[found.kind])} ${file + 1}` : t('A file');
  return signTexts[kind].noticed(name, amount ?? 0);
}

export function explainMediaSign({ kind }: MediaSign): string {
  return t(signTexts[kind].innocent);
}

/** Returns 'Taken in Promenade on Tue, Nov 24, 8:00 AM, 2:04 long'. */
export function formatMediaFacts({ takenAt, durationSeconds, isSentAgain }: ProofMedia): string {
  const origin =
    takenAt === null
      ? t('Chosen from files')
      : t('Taken in Promenade on {time}', { time: formatDayTime(takenAt) });
  const facts =
    durationSeconds === null
      ? origin
      : t('{origin}, {length} long', { origin, length: formatLength(durationSeconds) });
  return isSentAgain ? t('Sent again. {facts}', { facts }) : facts;
}

/** Formats seconds as '2:05'. */
export function formatLength(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function formatMeters(meters: number): string {
  return meters < 1000
    ? t('{meters} m', { meters })
    : t('{kilometers} km', { kilometers: (meters / 1000).toFixed(1) });
}
