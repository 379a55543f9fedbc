import { t } from '#kernel/text.ts';
import { formatZonedTime } from '#platform/web/ui/format-time.ts';

/** `waitUntil` is ISO, and null if payments don't wait. */
export function formatPaymentDestination(paypalEmail: string, waitUntil: string | null | undefined): string {
  if (!waitUntil) return t('Payments go to {paypalEmail}.', { paypalEmail });
  return t(
    'Payments wait until {time} and then go to {paypalEmail}, because you changed your PayPal email.',
    { time: formatZonedTime(waitUntil), paypalEmail },
  );
}
