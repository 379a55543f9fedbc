import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { followReader, getLanguage } from '#kernel/language.ts';
import { readLanguage } from '#platform/web/language.ts';
import { loadComponentStyles } from './frame/component-styles.ts';

const language = readLanguage();
followReader(() => language);

/** The texts must be there before the first screen is drawn. Without them, the app is in English. */
const texts = getLanguage() === 'es' ? import('./spanish-contract.ts') : Promise.resolve();
void Promise.all([texts.catch(() => undefined), loadComponentStyles()]).then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  }),
);
