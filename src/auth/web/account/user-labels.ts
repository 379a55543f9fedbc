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

export function formatFullName({ firstName, lastName }: Named): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

export function formatUserName(user: Named & { email: string }): string {
  return formatFullName(user) || user.email;
}
