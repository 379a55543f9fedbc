import { z } from 'zod';
import { Done } from '#kernel/endpoint.ts';
import { Language } from '#kernel/language.ts';
import { msg } from '#kernel/text.ts';
import { endpoint } from './domain.ts';

export const AccountMatter = z.object({
  text: z.string(),
  href: z.string().nullable(),
});
export type AccountMatter = z.infer<typeof AccountMatter>;

export const getDeletion = endpoint({
  name: 'getDeletion',
  method: 'GET',
  path: '/api/me/deletion',
  summary: 'List what prevents the deletion of my account',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  response: z.object({
    openMatters: z.array(AccountMatter),
    givenUp: z.array(z.string()),
    isLastAdmin: z.boolean(),
    /** ADMIN_EMAILS names the address, so a new account with it would be an administrator. */
    isListedAdmin: z.boolean(),
  }),
});

export const ownDeletionTexts = {
  'account/last-admin': msg('You are the last administrator. Make another user an administrator first.'),
  'account/listed-admin': msg(
    'Your address is listed in ADMIN_EMAILS. Have it removed from that setting first.',
  ),
} as const;

export const deleteOwnAccount = endpoint({
  name: 'deleteOwnAccount',
  method: 'DELETE',
  path: '/api/me',
  summary:
    'Delete my account and personal data; refused while money or work is open. Financial records are kept',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  response: Done,
  refusals: [
    'account/open-matters',
    'account/last-admin',
    'account/listed-admin',
    'auth/recent-required',
    'server/busy',
  ],
});

export const setLanguage = endpoint({
  name: 'setLanguage',
  method: 'PUT',
  path: '/api/me/language',
  summary: 'Choose the language of my screens, notifications and emails',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  body: z.strictObject({ language: Language }),
  response: Done,
});

export const exportOwnData = endpoint({
  name: 'exportOwnData',
  method: 'GET',
  path: '/api/me/export',
  summary: 'Download everything kept about me as a JSON file',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  limit: 'export',
  refusals: ['auth/recent-required', 'request/too-many'],
});
