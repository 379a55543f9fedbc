import { type Message, msg } from '#kernel/text.ts';
import type { TeamRole } from '../contract.ts';

export const roleNames: Readonly<Record<TeamRole | 'owner', Message>> = {
  owner: msg('Owner'),
  manager: msg('Manager'),
  viewer: msg('Viewer'),
};

export const roleDescriptions: Readonly<Record<TeamRole, Message>> = {
  viewer: msg('Can view your campaigns, applicants, live tracking, proofs and money.'),
  manager: msg('Can also edit drafts and decide applicants and proofs. Approving a proof pays the marketer.'),
};
