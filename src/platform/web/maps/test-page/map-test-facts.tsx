import { useEffect, useState } from 'react';
import classes from './map-test-page.module.css';
import { useMapSettings } from '../map-settings.tsx';
import { checkMapSupport } from '../map-view.tsx';
import type { StyleState } from '../style/style-loader.ts';
import { useStyleState } from '../use-basemap.ts';

export function MapTestFacts({ onLog }: { onLog(text: string): void }) {
  const { styleUrl } = useMapSettings();
  const state = useStyleState();
  const [obstacle] = useState(checkMapSupport);
  const { drawn, why } = state ? describeProviderStyle(state) : configuredOffline;
  // Each failed attempt has a new state, even if the text is the same.
  useEffect(() => onLog(`Style: ${why}`), [state, why, onLog]);
  return (
    <dl className={classes.facts}>
      <dt>Drawn</dt>
      <dd>{obstacle ? 'No map' : drawn}</dd>
      <dt>Why</dt>
      <dd>{obstacle ?? why}</dd>
      <dt>Style</dt>
      <dd>{styleUrl ?? 'None: MAP_STYLE_URL is “offline”, or you chose the bundled boundaries.'}</dd>
    </dl>
  );
}

const configuredOffline = { drawn: 'The bundled boundaries', why: 'No other style is configured.' };

function describeProviderStyle(state: StyleState): { drawn: string; why: string } {
  if (state.state === 'ready') return { drawn: 'The provider’s style', why: 'The style has loaded.' };
  if (state.state === 'loading') return { drawn: 'Nothing yet', why: 'The style is loading.' };
  const next = state.isOver ? 'Automatic retries have stopped.' : 'Retrying.';
  return {
    drawn: 'The bundled boundaries',
    why: `The provider’s style could not be loaded: ${state.reason}. ${next}`,
  };
}
