import type { Role } from '#kernel/endpoint.ts';
import { msg, t, type Message } from '#kernel/text.ts';

const typeNames: Record<Role, Message> = {
  marketer: msg('Marketer'),
  advertiser: msg('Advertiser'),
  admin: msg('Admin'),
};

export function formatUserType({ userType }: { userType: Role | null }): string {
  return userType ? t(typeNames[userType]) : t('No type chosen yet');
}

interface Named {
  firstName: string | null;
  lastName: string | null;
}

/** Returns the first and last name, or '' if neither is given. */
export function formatFullName({ firstName, lastName }: Named): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** Returns the full name, or the email address of a user without one. */
export function formatUserName(user: Named & { email: string }): string {
  return formatFullName(user) || user.email;
}
