import { Button, Group, Stack, TextInput, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type CurrentUser, getCurrentUser } from '#auth/contract.ts';
import { formatUserName } from '#auth/web/account/user-labels.ts';
import { t } from '#kernel/text.ts';
import { call } from '#platform/web/call.ts';
import { getQueryKey, invalidateEndpoints } from '#platform/web/query.ts';
import { showFieldErrors, showInvalidFields } from '#platform/web/ui/states/field-errors.ts';
import { ErrorText } from '#platform/web/ui/states/error-text.tsx';
import { showErrorToast } from '#platform/web/ui/states/toast.ts';
import { listConsents, updateCompliance } from '../contract.ts';
import { NameForm, setName } from '../form-contract.ts';
import { AdultBox, LocationBox, LocationFacts, TextsBox } from './consents/consent-boxes.tsx';
import { PictureField } from './picture-field.tsx';

interface TakePartFormProps {
  user: CurrentUser;
  asksAge: boolean;
  asksLocation: boolean;
  submitLabel: string;
  onDone: () => void;
  onCancel: () => void;
}

export function TakePartForm({ user, asksAge, asksLocation, submitLabel, ...acts }: TakePartFormProps) {
  const client = useQueryClient();
  const form = useForm({
    initialValues: { firstName: user.firstName ?? '', lastName: user.lastName ?? '' },
    validate: schemaResolver(NameForm, { sync: true }),
  });
  const [hasTried, setHasTried] = useState(false);
  const [isPhotoBusy, setIsPhotoBusy] = useState(false);
  const [acceptsTexts, setAcceptsTexts] = useState(!asksAge);
  const [isAdult, setIsAdult] = useState(!asksAge);
  const [agrees, setAgrees] = useState(!asksLocation);
  const place = useRef<HTMLFormElement>(null);
  // The dialog has opened before the form is known, so its own focus went elsewhere.
  useEffect(() => place.current?.querySelector<HTMLInputElement>('input[value=""]')?.focus(), []);

  const save = useMutation({
    mutationKey: getQueryKey(setName),
    mutationFn: async (name: typeof form.values) => {
      await call(setName, { body: name });
      if (asksAge) {
        await call(updateCompliance, {
          body: { ageVerified: true, termsAccepted: true, privacyAccepted: true },
        });
      }
      if (asksLocation) await call(updateCompliance, { body: { locationConsent: true } });
    },
    onSuccess: async () => {
      // Applying asks for each consent that the account lacks.
      await invalidateEndpoints(client, [getCurrentUser, listConsents]);
      acts.onDone();
    },
    onError: (error) => {
      if (showFieldErrors(form, error)) return;
      showErrorToast(error, t('Failed to update profile.'));
    },
  });
  const missing = [
    user.profileImageUrl === null && t('Add a photo.'),
    !(acceptsTexts && isAdult && agrees) && t('Tick every box to continue.'),
  ].filter((text) => text !== false);
  const submit = (name: typeof form.values) => {
    setHasTried(true);
    if (missing.length === 0 && !save.isPending && !save.isSuccess) save.mutate(name);
  };
  return (
    <form
      ref={place}
      noValidate
      onSubmit={form.onSubmit(submit, (errors) => {
        setHasTried(true);
        showInvalidFields(form, errors);
      })}
    >
      <Stack gap="lg">
        <Group grow align="flex-start">
          <TextInput
            label={t('First name')}
            required
            autoComplete="given-name"
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label={t('Last name')}
            required
            autoComplete="family-name"
            {...form.getInputProps('lastName')}
          />
        </Group>
        <PictureField
          kind="photo"
          name={formatUserName({ ...form.values, email: user.email })}
          url={user.profileImageUrl}
          onBusy={setIsPhotoBusy}
        />
        {asksAge ? (
          <>
            <TextsBox checked={acceptsTexts} onChange={setAcceptsTexts} />
            <AdultBox checked={isAdult} onChange={setIsAdult} />
          </>
        ) : null}
        {asksLocation ? (
          <>
            <Title order={3} size="h5">
              {t('Location sharing')}
            </Title>
            <LocationFacts />
            <LocationBox checked={agrees} onChange={setAgrees} />
          </>
        ) : null}
        {hasTried && !isPhotoBusy ? <ErrorText text={missing.join(' ') || null} /> : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={acts.onCancel}>
            {t('Close')}
          </Button>
          <Button type="submit" disabled={isPhotoBusy} loading={save.isPending}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
