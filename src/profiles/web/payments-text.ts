import { formatAppointment } from '#platform/web/ui/format-time.ts';

/** Where payments go, and until when they wait for an address that replaced another (ISO; none: at once). */
export function paymentsText(paypalEmail: string, waitUntil: string | null | undefined): string {
  if (!waitUntil) return `Payments go to ${paypalEmail}.`;
  return `Payments wait until ${formatAppointment(waitUntil)} before they go to ${paypalEmail}: it replaced another address less than 24 hours ago.`;
}
