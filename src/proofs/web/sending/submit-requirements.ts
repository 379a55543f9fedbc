import type { Campaign } from '#campaigns/contract.ts';
import { t } from '#kernel/text.ts';
import type { MediaKind } from '../../contract.ts';

export interface Offered {
  kinds: readonly MediaKind[];
  postUrl: string;
  isAdDisclosed: boolean;
  /** At least one recorded position was inside. */
  wasInside: boolean;
}

export interface OfferedFile {
  key: string;
  name: string;
  type: string;
}

export interface Requirement {
  /** Null if no field can fix it. */
  field: 'media' | 'postUrl' | 'isAdDisclosed' | null;
  label: string;
  /** Equal to the server's. */
  missing: string;
  isMet: boolean;
}

type Asking = Pick<Campaign, 'campaignType' | 'proofRequirements'>;

/** The server checks the same points. */
export function listRequirements(
  { campaignType, proofRequirements }: Asking,
  offered: Offered,
): Requirement[] {
  if (campaignType === 'social') {
    return [
      {
        field: 'postUrl',
        label: t('The link to your post'),
        missing: t('Add the link to your post'),
        isMet: offered.postUrl.trim() !== '',
      },
      requireDisclosure(offered),
    ];
  }
  const { requireSelfie, requireLocationCheck, videoDuration } = proofRequirements;
  const wanted: Requirement[] = [];
  if (requireSelfie) {
    const isMet = offered.kinds.includes('selfie');
    wanted.push({ field: 'media', label: t('A selfie'), missing: t('Add a selfie'), isMet });
  }
  if (videoDuration > 0) {
    wanted.push({
      field: 'media',
      label: t('A {minutes}-minute video', { minutes: videoDuration }),
      missing: t('Add a {minutes}-minute video', { minutes: videoDuration }),
      isMet: offered.kinds.includes('video'),
    });
  }
  if (wanted.length === 0) {
    const isMet = offered.kinds.length > 0;
    wanted.push({ field: 'media', label: t('A photo'), missing: t('Add a photo'), isMet });
  }
  if (requireLocationCheck) {
    wanted.push({
      field: null,
      label: t('A location recorded inside the campaign area'),
      missing: t('Start tracking inside the campaign area'),
      isMet: offered.wasInside,
    });
  }
  return wanted;
}

export function listAgainRequirements({ campaignType }: Asking, offered: Offered): Requirement[] {
  const hasFile = offered.kinds.length > 0;
  if (campaignType === 'wearable') {
    const missing = t('Add a new photo or video');
    return [{ field: 'media', label: t('A new photo or video'), missing, isMet: hasFile }];
  }
  const hasLink = offered.postUrl.trim() !== '';
  const change: Requirement = {
    field: 'media',
    label: t('A new link or new screenshots'),
    missing: t('Add a new link or new screenshots'),
    isMet: hasFile || hasLink,
  };
  if (!hasLink) return [change];
  return [change, requireDisclosure(offered)];
}

function requireDisclosure({ isAdDisclosed }: Offered): Requirement {
  return {
    field: 'isAdDisclosed',
    label: t('A label in the post that says it is an ad'),
    missing: t('Mark your post as an ad, then tick this'),
    isMet: isAdDisclosed,
  };
}

export function listPossibleKinds({ type, name }: Pick<OfferedFile, 'type' | 'name'>): readonly MediaKind[] {
  const isVideo = type ? type.startsWith('video/') : /\.(mp4|webm|mov)$/i.test(name);
  return isVideo ? ['video'] : ['selfie', 'photo', 'screenshot'];
}

/** Unless the user chose a kind, the first picture is the required selfie, if any. */
export function assignKinds(
  files: readonly OfferedFile[],
  chosen: Readonly<Record<string, MediaKind>>,
  { campaignType, proofRequirements }: Asking,
): MediaKind[] {
  const usual = campaignType === 'social' ? 'screenshot' : 'photo';
  let needsSelfie =
    campaignType === 'wearable' &&
    proofRequirements.requireSelfie &&
    !files.some(({ key }) => chosen[key] === 'selfie');
  return files.map((file) => {
    const kind = chosen[file.key];
    if (kind) return kind;
    if (listPossibleKinds(file).includes('video')) return 'video';
    const isSelfie = needsSelfie;
    needsSelfie = false;
    return isSelfie ? 'selfie' : usual;
  });
}
