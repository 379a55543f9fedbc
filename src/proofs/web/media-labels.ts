import { formatDayTime, formatDuration } from '#platform/web/ui/format-time.ts';
import type { ProofMedia } from '../contract.ts';
import type { MediaSign } from '../media-contract.ts';
import { mediaKindLabels } from './proof-labels.ts';

interface SignText {
  /** What was noticed, without judgement. `file` names the file, such as 'Selfie 1'. */
  noticed: (file: string, amount: number) => string;
  /** How honest work can cause it. */
  innocent: string;
}

/** The server's media-signs.ts has the rules. */
const signTexts: Readonly<Record<MediaSign['kind'], SignText>> = {
  'same-image': {
    noticed: (file) => `${file} is the same image as in another proof.`,
    innocent: 'A photo of the same poster or screen can look identical.',
  },
  'similar-image': {
    noticed: (file) => `${file} looks much like an image in another proof.`,
    innocent: 'Photos of the same place from the same spot can look alike.',
  },
  'same-video': {
    noticed: (file) => `${file} is the same recording as in another proof.`,
    innocent: 'Marketers who work together may send the same recording.',
  },
  'part-of-video': {
    noticed: (file) => `${file} shares a part with a recording in another proof.`,
    innocent: 'Marketers who work together may cut their videos from one recording.',
  },
  'repeated-video': {
    noticed: (file) => `${file} repeats another video of this proof.`,
    innocent: 'The same file may be chosen twice by mistake.',
  },
  'video-unmeasured': {
    noticed: () => 'The length of the video can’t be measured.',
    innocent: 'Some apps change a video’s format when they save it.',
  },
  'video-short': {
    noticed: (_, seconds) => `The video is only ${formatLength(seconds)} long.`,
    innocent: 'A call, an empty battery or a hidden page ends a recording early.',
  },
  'other-time': {
    noticed: (file, minutes) => `${file} was taken ${formatDuration(minutes)} away from the work.`,
    innocent: 'A wrong clock, or an earlier photo chosen by mistake, can cause this.',
  },
  'other-place': {
    noticed: (file, meters) => `${file} was taken ${formatMeters(meters)} outside the area.`,
    innocent: 'A phone may save an old position with a photo.',
  },
  'not-from-page': {
    noticed: (file) =>
      `${file} was sent as taken in Promenade, but has data that a phone’s camera app writes.`,
    innocent: 'A browser extension that handles the camera could cause this.',
  },
  clock: {
    noticed: (file) => `The time of ${file.toLowerCase()} doesn’t fit the server’s clock.`,
    innocent: 'The phone’s clock was changed while the page was open.',
  },
};

export function formatMediaSign(
  { kind, file, check, amount }: MediaSign,
  media: readonly ProofMedia[],
): string {
  if (check !== undefined) return signTexts[kind].noticed(`The photo of check ${check}`, amount ?? 0);
  const found = file === null ? undefined : media[file];
  const name = found && file !== null ? `${mediaKindLabels[found.kind]} ${file + 1}` : 'A file';
  return signTexts[kind].noticed(name, amount ?? 0);
}

export function explainMediaSign({ kind }: MediaSign): string {
  return signTexts[kind].innocent;
}

/** Returns how a file came about: 'Taken in Promenade on Tue, Nov 24, 8:00 AM, 2:04 long'. */
export function formatMediaFacts({ takenAt, durationSeconds, isSentAgain }: ProofMedia): string {
  const origin = takenAt === null ? 'Chosen from files' : `Taken in Promenade on ${formatDayTime(takenAt)}`;
  const facts = durationSeconds === null ? origin : `${origin}, ${formatLength(durationSeconds)} long`;
  return isSentAgain ? `Sent again. ${facts}` : facts;
}

/** Formats seconds as '2:05'. */
export function formatLength(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function formatMeters(meters: number): string {
  return meters < 1000 ? `${meters} m` : `${(meters / 1000).toFixed(1)} km`;
}
