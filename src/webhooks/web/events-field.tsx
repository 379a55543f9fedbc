import { Checkbox, SimpleGrid } from '@mantine/core';
import type { CurrentUser } from '#auth/contract.ts';
import { t } from '#kernel/text.ts';
import type { WebhookEvent } from '../contract.ts';
import { eventLabels, listEventsFor } from './webhook-labels.ts';

interface EventsFieldProps {
  userType: CurrentUser['userType'];
  value: readonly WebhookEvent[];
  onChange: (events: WebhookEvent[]) => void;
  isChecked: boolean;
}

export function EventsField({ userType, value, onChange, isChecked }: EventsFieldProps) {
  const events = listEventsFor(userType);
  return (
    <Checkbox.Group
      label={t('Events')}
      withAsterisk
      value={[...value]}
      onChange={(chosen) => onChange(events.filter((event) => chosen.includes(event)))}
      error={isChecked && value.length === 0 ? t('Choose at least one') : null}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing={10} mt="xs">
        {events.map((event) => (
          <Checkbox key={event} value={event} label={t(eventLabels[event])} description={event} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
