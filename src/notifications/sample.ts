import type { Notification } from './contract.ts';

export const notificationSample: Notification = {
  id: '3a1f6f0e-5b7e-4c39-8f0a-0f6f0a4d9c21',
  kind: 'application.submitted',
  title: 'New applicant for Cold brew on Market Street',
  text: 'Maya Field applied to Cold brew on Market Street. Approve or reject the application.',
  href: '/campaigns/6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11?tab=applicants',
  createdAt: '2026-11-20T09:00:00.000Z',
  readAt: null,
};
