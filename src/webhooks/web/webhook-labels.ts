import type { CurrentUser } from '#auth/contract.ts';
import { type Message, msg } from '#kernel/text.ts';
import {
  type DeliveryProblem,
  type DeliveryState,
  type DisabledReason,
  type WebhookEvent,
  webhookEvents,
} from '../contract.ts';

export const eventLabels: Readonly<Record<WebhookEvent, Message>> = {
  'application.submitted': msg('Application submitted'),
  'application.approved': msg('Application approved'),
  'application.rejected': msg('Application declined'),
  'application.waitlisted': msg('Applicant on the waitlist'),
  'application.withdrawn': msg('Application withdrawn'),
  'application.expired': msg('Place lost, not confirmed'),
  'session.started': msg('Work started'),
  'session.ended': msg('Session ended'),
  'proof.submitted': msg('Proof submitted'),
  'proof.asked_again': msg('Better files requested'),
  'proof.sent_again': msg('Proof sent again'),
  'proof.approved': msg('Proof approved'),
  'proof.rejected': msg('Proof rejected'),
  'payment.completed': msg('Payment arrived'),
  'payment.failed': msg('Payment returned'),
  'payment.refunded': msg('Refund sent'),
  'dispute.opened': msg('Dispute opened'),
  'dispute.resolved': msg('Dispute resolved'),
};

const ofOneType: Partial<Record<WebhookEvent, CurrentUser['userType']>> = {
  'session.ended': 'marketer',
  'payment.completed': 'marketer',
  'payment.failed': 'marketer',
  'payment.refunded': 'advertiser',
};

export function listEventsFor(userType: CurrentUser['userType']): WebhookEvent[] {
  return webhookEvents.filter((event) => (ofOneType[event] ?? userType) === userType);
}

export const stateLabels: Readonly<Record<DeliveryState, Message>> = {
  waiting: msg('Waiting', { context: 'a delivery' }),
  delivered: msg('Delivered', { context: 'a delivery' }),
  failed: msg('Failed', { context: 'a delivery' }),
};

export const problemLabels: Readonly<Record<DeliveryProblem, Message>> = {
  status: msg('The server refused it'),
  redirect: msg('The server redirects, which we don’t follow'),
  timeout: msg('No answer within 10 seconds'),
  unreachable: msg('The server could not be reached'),
  address: msg('The address is not public'),
  disabled: msg('The webhook was off'),
  suspended: msg('Your account was suspended'),
  secret: msg('The secret can’t be read. Create a new one'),
};

export const disabledTexts: Readonly<Record<Exclude<DisabledReason, 'owner'>, Message>> = {
  gone: msg('Turned off because the server no longer accepts events.'),
  failing: msg('Turned off because no event was accepted for three days.'),
};
