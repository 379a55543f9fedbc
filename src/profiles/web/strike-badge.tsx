import { t } from '#kernel/text.ts';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';

export function StrikeBadge({ strikes }: { strikes: number }) {
  if (strikes === 0) return null;
  return (
    <StatusBadge tone="negative">
      {t('{strikes, plural, one {# active strike} other {# active strikes}}', { strikes })}
    </StatusBadge>
  );
}
