import { z } from 'zod';
import { Done, endpoint } from '#kernel/endpoint.ts';

/** What binds an account, in words for its owner. */
export const AccountMatter = z.object({
  text: z.string(),
  /** A path of this site where it is seen or ended. */
  href: z.string().nullable(),
});
export type AccountMatter = z.infer<typeof AccountMatter>;

export const getDeletion = endpoint({
  name: 'getDeletion',
  method: 'GET',
  path: '/api/me/deletion',
  summary: 'What keeps my account from being deleted now',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  response: z.object({
    /** Money or work that is open; empty where the account can be deleted. */
    openMatters: z.array(AccountMatter),
    isLastAdmin: z.boolean(),
    /** ADMIN_EMAILS names the address: whoever signs up with it again would be an administrator. */
    isListedAdmin: z.boolean(),
  }),
});

/** The catalogue of refusals says this of somebody else's account; so it is said to its owner. */
export const ownDeletionTexts = {
  'account/last-admin': 'You are the last administrator. Please make somebody else one first.',
  'account/listed-admin':
    'The setting ADMIN_EMAILS names your address and would make it an administrator again. Please have it taken out there first.',
} as const;

export const deleteOwnAccount = endpoint({
  name: 'deleteOwnAccount',
  method: 'DELETE',
  path: '/api/me',
  summary: 'Delete my account: what names me goes, the books stay; refused while money or work is open',
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

export const exportOwnData = endpoint({
  name: 'exportOwnData',
  method: 'GET',
  path: '/api/me/export',
  summary: 'Everything that is kept about me, as one JSON file',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  limit: 'export',
  refusals: ['auth/recent-required', 'request/too-many'],
});
