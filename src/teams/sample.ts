import type { Team, TeamInvitation, TeamMember, TeamMembership } from './contract.ts';

export const memberSample: TeamMember = {
  id: '3c9a4b1e-52d7-4f0e-9a3c-7e1f0d2b5a61',
  name: 'Mara Lind',
  email: 'mara@field-coffee.example',
  role: 'manager',
  joinedAt: '2026-10-12T09:30:00.000Z',
};

export const invitationSample: TeamInvitation = {
  id: '6d2b7f8c-1a3e-4c5d-8b9a-0f1e2d3c4b5a',
  email: 'jo@field-coffee.example',
  role: 'viewer',
  sentAt: '2026-11-01T10:00:00.000Z',
  expiresAt: '2026-11-08T10:00:00.000Z',
  isExpired: false,
};

export const membershipSample: TeamMembership = {
  id: '9f8e7d6c-5b4a-4392-8170-6f5e4d3c2b1a',
  business: 'Harbor Bikes',
  role: 'viewer',
  joinedAt: '2026-09-03T14:00:00.000Z',
  isPaused: false,
  people: [
    { name: 'Ines Duarte', role: 'owner', isYou: false },
    { name: 'Ada Moreno', role: 'viewer', isYou: true },
  ],
};

export const teamSample: Team = {
  business: 'Field Coffee',
  members: [memberSample],
  invitations: [invitationSample],
  memberships: [membershipSample],
};
