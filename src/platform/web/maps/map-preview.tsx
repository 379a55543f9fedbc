import { useState } from 'react';
import { IconMap2 } from '@tabler/icons-react';
import { t } from '#kernel/text.ts';
import { MapUnderlay } from './map-underlay.tsx';
import { MapView, type MapViewProps } from './map-view.tsx';
import classes from './map-view.module.css';

/** The drawing under a map. The map itself, which is heavy, loads when the user asks for it. */
export function MapPreview({ height = 200, ...content }: MapViewProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <MapView {...content} height={height} />;
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
