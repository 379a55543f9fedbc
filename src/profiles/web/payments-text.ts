import { formatAppointment } from '#platform/web/ui/format-time.ts';

/** Returns where payments go, and if they wait after a change of address, until when (ISO). */
export function paymentsText(paypalEmail: string, waitUntil: string | null | undefined): string {
  if (!waitUntil) return `Payments go to ${paypalEmail}.`;
  return `Payments wait until ${formatAppointment(waitUntil)} and then go to ${paypalEmail}, because you changed your PayPal email.`;
}
