import { formatZonedTime } from '#platform/web/ui/format-time.ts';

/** Returns where payments go, and if they wait after a change of address, until when (ISO). */
export function formatPaymentDestination(paypalEmail: string, waitUntil: string | null | undefined): string {
  if (!waitUntil) return `Payments go to ${paypalEmail}.`;
  return `Payments wait until ${formatZonedTime(waitUntil)} and then go to ${paypalEmail}, because you changed your PayPal email.`;
}
