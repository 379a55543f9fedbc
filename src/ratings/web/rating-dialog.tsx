import { Alert, Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { getErrorText } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import {
  changeRating,
  listRatingExchanges,
  rate,
  type RatingExchange,
  type RatingTick,
  ticksBySide,
} from '../contract.ts';
import { tickLabels } from './rating-labels.ts';
import { StarInput } from './star-input.tsx';

interface RatingDialogProps {
  /** Null if the dialog is closed. */
  exchange: RatingExchange | null;
  onClose: () => void;
  onClosed?: () => void;
}

export function RatingDialog({ exchange, onClose, onClosed }: RatingDialogProps) {
  return (
    <SubjectModal
      subject={exchange}
      title={({ otherName }) => t('Rate {otherName}', { otherName })}
      onClose={onClose}
      onClosed={() => onClosed?.()}
    >
      {(subject) => <RatingForm exchange={subject} onClose={onClose} />}
    </SubjectModal>
  );
}

function RatingForm({ exchange, onClose }: { exchange: RatingExchange; onClose: () => void }) {
  const { own, side, applicationId, campaignTitle, isOtherSent } = exchange;
  const [stars, setStars] = useState(own?.stars ?? 0);
  const [ticks, setTicks] = useState<readonly RatingTick[]>(own?.ticks ?? []);
  const [text, setText] = useState(own?.text ?? '');
  const [isMissing, setIsMissing] = useState(false);
  const settings = {
    invalidates: [listRatingExchanges],
    onSuccess: ({ own: sent }: RatingExchange) => {
      showToast({
        title: own ? t('Rating changed') : t('Rating sent'),
        message: sent?.isPublished ? t('Both ratings are public now.') : '',
        tone: 'success',
      });
      onClose();
    },
  };
  const sending = useCallMutation(rate, settings);
  const changing = useCallMutation(changeRating, settings);
  const { error, isPending } = own ? changing : sending;

  const submit = () => {
    setIsMissing(stars === 0);
    if (stars === 0 || isPending) return;
    const form = { stars, ticks: [...ticks], text };
    if (own) changing.mutate({ params: { id: applicationId }, body: form });
    else sending.mutate({ body: { applicationId, ...form } });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <Text>{campaignTitle}</Text>
        <StarInput
          value={stars}
          error={isMissing ? t('Choose 1 to 5 stars') : (error?.fields['stars'] ?? null)}
          onChange={(chosen) => {
            setStars(chosen);
            setIsMissing(false);
          }}
        />
        <Checkbox.Group
          label={t('What was good')}
          value={[...ticks]}
          onChange={(chosen) => setTicks(ticksBySide[side].filter((tick) => chosen.includes(tick)))}
        >
          <Stack gap="xs" mt={6}>
            {ticksBySide[side].map((tick) => (
              <Checkbox value={tick} label={t(tickLabels[tick])} key={tick} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Textarea
          label={t('In your words')}
          description={t('Optional. Everyone can read it.')}
          rows={4}
          value={text}
          error={error?.fields['text']}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          {isOtherSent
            ? t('Both ratings become public now, and yours can’t be changed afterwards.')
            : t(
                'Your rating stays hidden until both sides have rated, or for 7 days. Until then you can change it.',
              )}
        </Text>
        {error && Object.keys(error.fields).length === 0 ? (
          <Alert color="red" role="alert">
            {getErrorText(error, t('We couldn’t save your rating. Please try again.'))}
          </Alert>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {own ? t('Save rating') : t('Send rating')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
