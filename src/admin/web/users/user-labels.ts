import type { Role } from '#kernel/endpoint.ts';
import { msg, t, type Message } from '#kernel/text.ts';
import type { AdminUser } from '../../contract.ts';

const typeNames: Record<Role, Message> = {
  marketer: msg('Marketer'),
  advertiser: msg('Advertiser'),
  admin: msg('Admin'),
};

export function formatUserType({ userType }: Pick<AdminUser, 'userType'>): string {
  return userType ? t(typeNames[userType]) : t('No type yet');
}

export function formatUserName({
  firstName,
  lastName,
  email,
}: Pick<AdminUser, 'firstName' | 'lastName' | 'email'>): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email;
}
