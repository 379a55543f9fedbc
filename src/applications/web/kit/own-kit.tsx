import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Message, msg, t } from '#kernel/text.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { getErrorText } from '#platform/web/call.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { ErrorText } from '#platform/web/ui/states/error-text.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { clothingSizes } from '#profiles/contract.ts';
import { changeKit, type DeliveryAddress, getKit, type Kit, receiveKit } from '../../kit-contract.ts';
import { formatAddress, formatKitPlan, formatKitState, formatSize } from './kit-labels.ts';
import classes from './kit.module.css';

export function OwnKit({ applicationId }: { applicationId: string }) {
  const kit = useEndpoint(getKit, { params: { id: applicationId } }, { refetchOnMount: 'always' });
  if (!kit.data) {
    return kit.error ? (
      <ErrorState
        error={kit.error}
        title={t('Your kit could not be loaded')}
        onRetry={() => void kit.refetch()}
      />
    ) : (
      <LoadingState />
    );
  }
  const { label, tone } = formatKitState(kit.data);
  return (
    <Panel title={t('Your kit')} aside={<StatusBadge tone={tone}>{label}</StatusBadge>}>
      <KitSteps kit={kit.data} />
    </Panel>
  );
}

function KitSteps({ kit }: { kit: Kit }) {
  const { applicationId, way, size, can, handedAt, trackingNumber, receivedAt, returnedAt } = kit;
  const [edited, setEdited] = useState<Kit | null>(null);
  const receipt = useCallMutation(receiveKit, { invalidates: [getKit] });
  const note = (isReceived: boolean, isReturned: boolean) =>
    receipt.mutate({ params: { id: applicationId }, body: { isReceived, isReturned } });
  const lines = formatAddress(kit);
  return (
    <div className={classes.stack}>
      <p className={classes.text}>{formatKitPlan(kit)}</p>
      {way === 'own' ? null : (
        <dl className={classes.facts}>
          <div>
            <dt>{t('Size')}</dt>
            <dd>{formatSize(size)}</dd>
          </div>
          {way === 'shipped' && (can.change || lines.length > 0) ? (
            <div>
              <dt>{t('Address')}</dt>
              <dd>{lines.length > 0 ? lines.join(', ') : t('Not entered yet')}</dd>
            </div>
          ) : null}
          {handedAt ? (
            <div>
              <dt>{way === 'shipped' ? t('Sent') : t('Handed out')}</dt>
              <dd>{formatDayTime(handedAt)}</dd>
            </div>
          ) : null}
          {trackingNumber ? (
            <div>
              <dt>{t('Tracking number')}</dt>
              <dd>{trackingNumber}</dd>
            </div>
          ) : null}
          {receivedAt ? (
            <div>
              <dt>{t('Received')}</dt>
              <dd>{formatDayTime(receivedAt)}</dd>
            </div>
          ) : null}
          {returnedAt ? (
            <div>
              <dt>{t('Returned')}</dt>
              <dd>{formatDayTime(returnedAt)}</dd>
            </div>
          ) : null}
        </dl>
      )}
      {can.change || can.receive ? (
        <div className={classes.acts}>
          {can.receive && !receivedAt ? (
            <Button
              {...(handedAt ? {} : { variant: 'default' })}
              loading={receipt.isPending}
              onClick={() => note(true, false)}
            >
              {t('I have it')}
            </Button>
          ) : null}
          {can.receive && receivedAt && !returnedAt ? (
            <Button variant="default" loading={receipt.isPending} onClick={() => note(true, true)}>
              {t('I returned it')}
            </Button>
          ) : null}
          {can.receive && receivedAt ? (
            <Button
              variant="subtle"
              loading={receipt.isPending}
              onClick={() => note(returnedAt !== null, false)}
            >
              {returnedAt ? t('Not returned yet') : t('I don’t have it')}
            </Button>
          ) : null}
          {can.change ? (
            <Button
              {...(way === 'shipped' && lines.length === 0 ? {} : { variant: 'default' })}
              onClick={() => setEdited(kit)}
            >
              {way === 'shipped' ? t('Size and address') : t('Change size')}
            </Button>
          ) : null}
        </div>
      ) : null}
      <ErrorText
        text={
          receipt.error ? getErrorText(receipt.error, t('We couldn’t save that. Please try again.')) : null
        }
      />
      <SubjectModal subject={edited} title={t('Your kit')} onClose={() => setEdited(null)}>
        {(subject) => <KitForm kit={subject} onClose={() => setEdited(null)} />}
      </SubjectModal>
    </div>
  );
}

const addressFields = [
  ['name', msg('Name on the door'), 'name'],
  ['street', msg('Street and number'), 'address-line1'],
  ['extra', msg('Apartment or floor'), 'address-line2'],
  ['city', msg('City'), 'address-level2'],
  ['state', msg('State'), 'address-level1'],
  ['zipCode', msg('ZIP code'), 'postal-code'],
  ['country', msg('Country'), 'country-name'],
] as const satisfies readonly [keyof DeliveryAddress, Message, string][];

const emptyAddress: DeliveryAddress = {
  name: '',
  street: '',
  extra: '',
  city: '',
  state: '',
  zipCode: '',
  country: 'United States', // not for users
};

function KitForm({ kit, onClose }: { kit: Kit; onClose: () => void }) {
  const [size, setSize] = useState(kit.size);
  const [address, setAddress] = useState(kit.address ?? emptyAddress);
  const isShipped = kit.way === 'shipped';
  const change = useCallMutation(changeKit, { invalidates: [getKit], onSuccess: onClose });
  const errors = change.error?.fields ?? {};
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (change.isPending) return;
        const body = { ...(size ? { size } : {}), ...(isShipped ? { address } : {}) };
        change.mutate({ params: { id: kit.applicationId }, body });
      }}
    >
      <Stack gap="md">
        <Select
          label={t('Size')}
          data={clothingSizes.map((value) => ({ value, label: value.toUpperCase() }))}
          value={size}
          error={errors['size']}
          allowDeselect={false}
          onChange={(value) => setSize(clothingSizes.find((size) => size === value) ?? null)}
        />
        {isShipped
          ? addressFields.map(([name, label, autoComplete]) => (
              <TextInput
                label={t(label)}
                required={name !== 'extra'}
                maxLength={120}
                autoComplete={autoComplete}
                value={address[name]}
                error={errors[`address.${name}`]}
                onChange={({ currentTarget }) => setAddress({ ...address, [name]: currentTarget.value })}
                key={name}
              />
            ))
          : null}
        {isShipped ? (
          <p className={classes.quiet}>
            {t(
              'Only this advertiser sees your address, until 14 days after the parcel was sent. Then it’s erased.',
            )}
          </p>
        ) : null}
        <ErrorText
          text={
            change.error && Object.keys(errors).length === 0
              ? getErrorText(change.error, t('We couldn’t save that. Please try again.'))
              : null
          }
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t('Save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
