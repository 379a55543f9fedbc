import { type Message, msg, t } from '#kernel/text.ts';
import type { StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import type { MediaKind, Proof, ProofState } from '../contract.ts';

export const mediaKindLabels: Readonly<Record<MediaKind, Message>> = {
  selfie: msg('Selfie'),
  photo: msg('Photo'),
  video: msg('Video'),
  screenshot: msg('Screenshot'),
};

export const proofStateLabels: Readonly<Record<ProofState, { label: Message; tone: StatusTone }>> = {
  pending: { label: msg('Pending review'), tone: 'waiting' },
  approved: { label: msg('Approved'), tone: 'positive' },
  rejected: { label: msg('Rejected'), tone: 'negative' },
};

export function formatProofStatus({
  status,
  campaignTitle,
}: Pick<Proof, 'status' | 'campaignTitle'>): string {
  const sentences: Record<ProofState, string> = {
    pending: t('Your proof for “{campaignTitle}” is pending review', { campaignTitle }),
    approved: t('Your proof for “{campaignTitle}” was approved', { campaignTitle }),
    rejected: t('Your proof for “{campaignTitle}” was rejected', { campaignTitle }),
  };
  return sentences[status];
}

/** Formats whole seconds: '2 d 4 h', '3 h 12 min', '4 min 20 s'. */
export function formatCountdown(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  if (days > 0) return t('{days} d {hours} h', { days, hours });
  if (hours > 0) return t('{hours} h {minutes} min', { hours, minutes });
  return t('{minutes} min {seconds} s', { minutes, seconds: seconds % 60 });
}
