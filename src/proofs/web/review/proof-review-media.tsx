import { ActionIcon } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPlay,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import type { ProofMedia } from '../../contract.ts';
import { formatMediaFacts } from '../media-labels.ts';
import { MediaThumbnail } from '../media-thumbnail.tsx';
import { mediaKindLabels } from '../proof-labels.ts';
import classes from './proof-review.module.css';

interface ProofMediaGalleryProps {
  media: readonly ProofMedia[];
  name: string;
  /** Shows the pictures larger and uncropped, so that the text at their foot can be read. */
  isWhole?: boolean;
}

export function ProofMediaGallery({ media, name, isWhole = false }: ProofMediaGalleryProps) {
  const [openAt, setOpenAt] = useState<number | null>(null);
  if (media.length === 0) return null;
  return (
    <>
      <ul className={classes.thumbnails} data-whole={isWhole || undefined}>
        {media.map((file, at) => (
          <li key={file.uploadId}>
            <button
              type="button"
              className={classes.thumbnail}
              aria-label={t(
                'Open {kind, select, selfie {selfie} video {video} screenshot {screenshot} other {photo}} {number} of {count}',
                { kind: file.kind, number: at + 1, count: media.length },
              )}
              onClick={() => setOpenAt(at)}
            >
              <MediaThumbnail file={file} />
              {isVideo(file) ? <IconPlayerPlay className={classes.play} aria-hidden /> : null}
              <span className={classes.caption}>{t(mediaKindLabels[file.kind])}</span>
            </button>
            <p className={classes.fileFacts}>{formatMediaFacts(file)}</p>
          </li>
        ))}
      </ul>
      <SubjectModal
        subject={openAt}
        title={(at) =>
          t('{caption}, {number} of {count}', {
            caption: formatCaption(media, name, at),
            number: at + 1,
            count: media.length,
          })
        }
        fullScreen
        onClose={() => setOpenAt(null)}
      >
        {(at) => <Viewer media={media} name={name} at={at} onMove={setOpenAt} />}
      </SubjectModal>
    </>
  );
}

interface ViewerProps extends Omit<ProofMediaGalleryProps, 'isWhole'> {
  at: number;
  onMove: (at: number) => void;
}

function Viewer({ media, name, at, onMove }: ViewerProps) {
  const [isZoomed, setIsZoomed] = useState(false);
  const file = media[at];
  const move = (by: number) => {
    const next = at + by;
    if (next < 0 || next >= media.length) return;
    setIsZoomed(false);
    onMove(next);
  };
  useHotkeys([
    ['ArrowLeft', () => move(-1)],
    ['ArrowRight', () => move(1)],
  ]);
  if (!file) return null;
  return (
    <>
      <div className={classes.viewerTools} data-single={media.length === 1 || undefined}>
        <ActionIcon
          size={44}
          variant="default"
          disabled={at === 0}
          onClick={() => move(-1)}
          aria-label={t('Previous')}
        >
          <IconChevronLeft aria-hidden />
        </ActionIcon>
        {isVideo(file) ? null : (
          <ActionIcon
            size={44}
            variant="default"
            onClick={() => setIsZoomed(!isZoomed)}
            aria-label={isZoomed ? t('Fit to the screen') : t('Show in full size')}
          >
            {isZoomed ? <IconZoomOut aria-hidden /> : <IconZoomIn aria-hidden />}
          </ActionIcon>
        )}
        <ActionIcon
          size={44}
          variant="default"
          disabled={at === media.length - 1}
          onClick={() => move(1)}
          aria-label={t('Next')}
        >
          <IconChevronRight aria-hidden />
        </ActionIcon>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a photo larger than the screen scrolls by keyboard */}
      <div className={classes.stage} data-zoomed={isZoomed || undefined} tabIndex={isZoomed ? 0 : undefined}>
        {isVideo(file) ? (
          // Marketers' videos have no captions.
          // oxlint-disable-next-line jsx-a11y/media-has-caption
          <video src={file.url} controls preload="metadata" key={file.uploadId} />
        ) : (
          <img src={file.url} alt={formatCaption(media, name, at)} />
        )}
      </div>
    </>
  );
}

function formatCaption(media: readonly ProofMedia[], name: string, at: number): string {
  const file = media[at];
  return file ? t('{kind} of {name}', { kind: mediaKindLabels[file.kind], name }) : '';
}

function isVideo({ contentType }: ProofMedia): boolean {
  return contentType.startsWith('video/');
}
