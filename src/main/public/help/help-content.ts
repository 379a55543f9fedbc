import { t } from '#kernel/text.ts';
import { createAdvertiserHelp } from './advertiser-help.ts';
import { createGeneralHelp } from './general-help.ts';
import type { HelpDocument } from './help-document.ts';
import { getHelpFigures, type HelpFigures } from './help-figures.ts';
import { createMarketerHelp } from './marketer-help.ts';

/** The answers describe what the software does: change both together. All figures come from the contracts. */
export function createHelp(figures: HelpFigures) {
  return {
    general: {
      path: '/help',
      name: t('Everyone'),
      title: t('Help'),
      summary: t('Signing in, the identity check, location, disputes, notifications and your data.'),
      topics: createGeneralHelp(figures),
    },
    marketers: {
      path: '/help/marketers',
      name: t('Marketers'),
      title: t('Help for marketers'),
      summary: t('How you find campaigns, do the work, send proof and are paid.'),
      topics: createMarketerHelp(figures),
    },
    advertisers: {
      path: '/help/advertisers',
      name: t('Advertisers'),
      title: t('Help for advertisers'),
      summary: t('How you fund a campaign, choose marketers, review proof and get money back.'),
      topics: createAdvertiserHelp(figures),
    },
  } as const satisfies Record<string, HelpDocument>;
}

export const getHelp = () => createHelp(getHelpFigures());
