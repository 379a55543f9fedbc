import type { ProofMedia } from '../contract.ts';

/** The browser draws a video's first frame. */
export function MediaThumbnail({ file, className }: { file: ProofMedia; className?: string | undefined }) {
  if (!file.contentType.startsWith('video/'))
    return <img className={className} src={file.thumbnailUrl ?? file.url} alt="" loading="lazy" />;
  return (
    <video className={className} src={`${file.url}#t=0.5`} muted playsInline preload="metadata" aria-hidden />
  );
}
