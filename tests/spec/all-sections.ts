import { advertiserScreens } from './advertiser-screens.ts';
import { beyondMoney } from './beyond-money.ts';
import { beyondPeople } from './beyond-people.ts';
import { beyondWebhooks } from './beyond-webhooks.ts';
import { beyondWork } from './beyond-work.ts';
import { calls } from './calls.ts';
import { constants } from './constants.ts';
import { decisionsDetails } from './decisions-details.ts';
import { decisionsKeys } from './decisions-keys.ts';
import { decisionsOfPeople } from './decisions-of-people.ts';
import { decisionsOfWork } from './decisions-of-work.ts';
import { decisionsSettledLate } from './decisions-settled-late.ts';
import { decisions } from './decisions.ts';
import { entities } from './entities.ts';
import { marketerScreens } from './marketer-screens.ts';
import { messages } from './messages.ts';
import { pages } from './pages.ts';
import { product } from './product.ts';
import { publicScreens } from './public-screens.ts';
import type { Section } from './rows.ts';
import { states } from './states.ts';
import { validation } from './validation.ts';

/** All sections, in the order of the document. */
export const sections: readonly Section[] = [
  ...product,
  ...pages,
  ...publicScreens,
  ...marketerScreens,
  ...advertiserScreens,
  ...entities,
  ...states,
  ...validation,
  ...calls,
  ...messages,
  ...constants,
  ...decisions,
  ...decisionsOfWork,
  ...decisionsOfPeople,
  ...decisionsKeys,
  ...decisionsDetails,
  ...decisionsSettledLate,
  ...beyondPeople,
  ...beyondWebhooks,
  ...beyondWork,
  ...beyondMoney,
];
