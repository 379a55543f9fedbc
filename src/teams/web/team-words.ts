import type { TeamRole } from '../contract.ts';

export const roleNames: Readonly<Record<TeamRole | 'owner', string>> = {
  owner: 'Owner',
  manager: 'Manager',
  viewer: 'Viewer',
};

export const roleTexts: Readonly<Record<TeamRole, string>> = {
  viewer: 'Sees your campaigns with applicants, live tracking, proofs and money, and changes nothing.',
  manager: 'Also edits drafts, and approves or rejects applicants and proofs. Approving a proof pays for it.',
};

/** For those whom a select or a radio offers them. */
export const roleOptions: readonly { value: TeamRole; label: string }[] = [
  { value: 'viewer', label: roleNames.viewer },
  { value: 'manager', label: roleNames.manager },
];
