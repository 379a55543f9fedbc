import type { Campaign } from '#campaigns/contract.ts';
import type { ReadyUpload } from '#uploads/web/upload-field.tsx';
import type { MediaKind } from '../contract.ts';

export interface Offered {
  kinds: readonly MediaKind[];
  postUrl: string;
  /** At least a moment inside the campaign's area was recorded. */
  wasInside: boolean;
}

export interface Requirement {
  /** The field that it is missing in; null where no field of this form can mend it. */
  field: 'media' | 'postUrl' | null;
  label: string;
  /** What to do about it, as the server would say it. */
  missing: string;
  isMet: boolean;
}

type Asking = Pick<Campaign, 'campaignType' | 'proofRequirements'>;

/** What a campaign asks for and what of it is there; the server decides by the same points. */
export function requirementsOf({ campaignType, proofRequirements }: Asking, offered: Offered): Requirement[] {
  if (campaignType === 'social') {
    return [
      {
        field: 'postUrl',
        label: 'The address of your post',
        missing: 'Please add the address of your post',
        isMet: offered.postUrl.trim() !== '',
      },
    ];
  }
  const { requireSelfie, requireLocationCheck, videoDuration } = proofRequirements;
  const media = (label: string, isMet: boolean): Requirement => ({
    field: 'media',
    label,
    missing: `Please add ${label.toLowerCase()}`,
    isMet,
  });
  const wanted: Requirement[] = [];
  if (requireSelfie) wanted.push(media('A selfie', offered.kinds.includes('selfie')));
  if (videoDuration > 0)
    wanted.push(media(`A video of ${videoDuration} min`, offered.kinds.includes('video')));
  if (wanted.length === 0) wanted.push(media('A photo', offered.kinds.length > 0));
  if (requireLocationCheck) {
    wanted.push({
      field: null,
      label: 'A recorded position inside the campaign’s area',
      missing: 'Start tracking inside the campaign’s area',
      isMet: offered.wasInside,
    });
  }
  return wanted;
}

/** Which kinds a file can be; a picture is never a video. */
export function kindsFor({ type, name }: Pick<ReadyUpload, 'type' | 'name'>): readonly MediaKind[] {
  const isVideo = type ? type.startsWith('video/') : /\.(mp4|webm|mov)$/i.test(name);
  return isVideo ? ['video'] : ['selfie', 'photo', 'screenshot'];
}

/** Each file's kind: as chosen, else the first picture is the selfie that is asked for, the others are what is usual. */
export function kindsOf(
  uploads: readonly ReadyUpload[],
  chosen: Readonly<Record<string, MediaKind>>,
  { campaignType, proofRequirements }: Asking,
): MediaKind[] {
  const usual = campaignType === 'social' ? 'screenshot' : 'photo';
  let needsSelfie =
    campaignType === 'wearable' &&
    proofRequirements.requireSelfie &&
    !uploads.some(({ uploadId }) => chosen[uploadId] === 'selfie');
  return uploads.map((upload) => {
    const kind = chosen[upload.uploadId];
    if (kind) return kind;
    if (kindsFor(upload).includes('video')) return 'video';
    const isSelfie = needsSelfie;
    needsSelfie = false;
    return isSelfie ? 'selfie' : usual;
  });
}
