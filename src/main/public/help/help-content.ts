import { createAdvertiserHelp } from './advertiser-help.ts';
import { createGeneralHelp } from './general-help.ts';
import type { HelpDocument } from './help-document.ts';
import { type HelpFigures, helpFigures } from './help-figures.ts';
import { createMarketerHelp } from './marketer-help.ts';

/** The answers describe what the software does: change both together. All figures come from the contracts. */
export function createHelp(figures: HelpFigures) {
  return {
    general: {
      path: '/help',
      name: 'Everyone',
      title: 'Help',
      summary: 'Signing in, the identity check, location, disputes, notifications and your data.',
      topics: createGeneralHelp(figures),
    },
    marketers: {
      path: '/help/marketers',
      name: 'Marketers',
      title: 'Help for marketers',
      summary: 'How you find campaigns, do the work, send proof and are paid.',
      topics: createMarketerHelp(figures),
    },
    advertisers: {
      path: '/help/advertisers',
      name: 'Advertisers',
      title: 'Help for advertisers',
      summary: 'How you fund a campaign, choose marketers, review proof and get money back.',
      topics: createAdvertiserHelp(figures),
    },
  } as const satisfies Record<string, HelpDocument>;
}

export const help = createHelp(helpFigures);
