import type { Role } from '#kernel/endpoint.ts';
import type { AdminUser } from '../../contract.ts';

const typeNames: Record<Role, string> = { marketer: 'Marketer', advertiser: 'Advertiser', admin: 'Admin' };

export function formatUserType({ userType }: Pick<AdminUser, 'userType'>): string {
  return userType ? typeNames[userType] : 'No type yet';
}

export function formatUserName({
  firstName,
  lastName,
  email,
}: Pick<AdminUser, 'firstName' | 'lastName' | 'email'>): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email;
}
