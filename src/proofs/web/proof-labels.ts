import type { StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import type { MediaKind, Proof, ProofState } from '../contract.ts';

export const mediaKindLabels: Readonly<Record<MediaKind, string>> = {
  selfie: 'Selfie',
  photo: 'Photo',
  video: 'Video',
  screenshot: 'Screenshot',
};

export const proofStateLabels: Readonly<Record<ProofState, { label: string; tone: StatusTone }>> = {
  pending: { label: 'Pending review', tone: 'waiting' },
  approved: { label: 'Approved', tone: 'positive' },
  rejected: { label: 'Rejected', tone: 'negative' },
};

/** Returns one sentence about a proof, for lists. */
export function formatProofStatus({
  status,
  campaignTitle,
}: Pick<Proof, 'status' | 'campaignTitle'>): string {
  const sentences: Record<ProofState, string> = {
    pending: `Your proof for “${campaignTitle}” is pending review`,
    approved: `Your proof for “${campaignTitle}” was approved`,
    rejected: `Your proof for “${campaignTitle}” was rejected`,
  };
  return sentences[status];
}

/** Formats whole seconds: '2 d 4 h', '3 h 12 min', '4 min 20 s'. */
export function formatCountdown(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return `${minutes} min ${seconds % 60} s`;
}
