import { msg } from '#kernel/text.ts';
/** The first is open unless `?tab=` names another. */
export const adminTabs = [
  { name: 'users', label: msg('Users') },
  { name: 'trends', label: msg('Trends') },
  { name: 'kyc', label: msg('Identity checks') },
  { name: 'social', label: msg('Social accounts') },
  { name: 'money', label: msg('Money') },
  { name: 'proofs', label: msg('Weak proofs') },
  { name: 'disputes', label: msg('Disputes') },
  { name: 'strikes', label: msg('Strikes') },
  { name: 'ratings', label: msg('Ratings') },
  { name: 'reports', label: msg('Reports', { context: 'of conversations' }) },
  { name: 'audit', label: msg('Audit log') },
] as const;

export type AdminTab = (typeof adminTabs)[number]['name'];
