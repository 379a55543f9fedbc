import { useState } from 'react';
import { IconMap2 } from '@tabler/icons-react';
import { t } from '#kernel/text.ts';
import { MapUnderlay } from './map-underlay.tsx';
import { MapView, type MapViewProps } from './map-view.tsx';
import classes from './map-view.module.css';

const focus = (element: HTMLElement | null) => element?.focus();

/** Shows a drawing of the area. The map itself, which is heavy, loads when the user asks for it. */
export function MapPreview({ height, ...content }: MapViewProps & { height: number }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) {
    return (
      // The focused button is gone.
      <div ref={focus} tabIndex={-1}>
        <MapView {...content} height={height} />
      </div>
    );
  }
  return (
    <button
      type="button"
      className={`${classes.frame} ${classes.preview}`}
      style={{ height }}
      aria-label={t('Show map: {label}', { label: content.label })}
      onClick={() => setIsOpen(true)}
    >
      <MapUnderlay {...content} height={height} />
      <span className={classes.open}>
        <IconMap2 size={16} aria-hidden />
        {t('Show map')}
      </span>
    </button>
  );
}
