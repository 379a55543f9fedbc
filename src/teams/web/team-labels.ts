import type { TeamRole } from '../contract.ts';

export const roleNames: Readonly<Record<TeamRole | 'owner', string>> = {
  owner: 'Owner',
  manager: 'Manager',
  viewer: 'Viewer',
};

export const roleDescriptions: Readonly<Record<TeamRole, string>> = {
  viewer: 'Can view your campaigns, applicants, live tracking, proofs and money.',
  manager: 'Can also edit drafts and decide applicants and proofs. Approving a proof pays the marketer.',
};

/** Options for a select or radio group. */
export const roleOptions: readonly { value: TeamRole; label: string }[] = [
  { value: 'viewer', label: roleNames.viewer },
  { value: 'manager', label: roleNames.manager },
];
