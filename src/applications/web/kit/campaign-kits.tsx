import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconDownload, IconPrinter, IconShirt } from '@tabler/icons-react';
import { useState } from 'react';
import type { Campaign } from '#campaigns/contract.ts';
import { kitWayNames } from '#campaigns/web/campaign-labels.ts';
import { fillPath } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import { getErrorText } from '#platform/web/call.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { ErrorText } from '#platform/web/ui/states/error-text.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { clothingSizes } from '#profiles/contract.ts';
import { getKitFile, handOutKit, type Kit, listKits } from '../../kit-contract.ts';
import { formatAddress, formatKitState, formatSize } from './kit-labels.ts';
import classes from './kit.module.css';

export default function CampaignKits({ campaign }: { campaign: Campaign }) {
  const { id, kitWay, kitPlace, kitHours } = campaign;
  const kits = useEndpoint(listKits, { params: { id } }, { refetchOnMount: 'always' });
  if (!kits.data) {
    return kits.error ? (
      <ErrorState
        error={kits.error}
        title={t('The kits could not be loaded')}
        onRetry={() => void kits.refetch()}
      />
    ) : (
      <LoadingState text={t('Loading kits...')} />
    );
  }
  if (kitWay === null || kits.data.length === 0) {
    return (
      <EmptyState
        icon={<IconShirt />}
        title={t('No kits yet')}
        text={t('Everyone with a place appears here with their size.')}
      />
    );
  }
  return (
    <article
      className={classes.page}
      data-report
      aria-label={t('Kits for {title}', { title: campaign.title })}
    >
      <div className={classes.top}>
        <div>
          <h2 className={classes.title}>{t(kitWayNames[kitWay])}</h2>
          {kitWay === 'pickup' ? (
            <p className={classes.quiet}>{[kitPlace, kitHours].filter(Boolean).join(' · ')}</p>
          ) : null}
        </div>
        <div className={classes.acts}>
          <Button
            component="a"
            href={fillPath(getKitFile.path, { id })}
            download
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {t('Download CSV')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('Print list')}
          </Button>
        </div>
      </div>
      <SizeCounts kits={kits.data} />
      <Panel title={t('Marketers')}>
        <ul className={classes.list} aria-label={t('Kits')}>
          {kits.data.map((kit) => (
            <KitRow kit={kit} key={kit.applicationId} />
          ))}
        </ul>
      </Panel>
    </article>
  );
}

function SizeCounts({ kits }: { kits: readonly Kit[] }) {
  const sizes = [...clothingSizes, null].map((size) => ({
    size,
    count: kits.filter((kit) => kit.size === size).length,
  }));
  return (
    <Panel title={t('Sizes')}>
      <dl className={classes.sizes}>
        {sizes
          .filter(({ count }) => count > 0)
          .map(({ size, count }) => (
            <div key={size ?? 'none'}>
              <dt>{formatSize(size)}</dt>
              <dd>{count}</dd>
            </div>
          ))}
      </dl>
    </Panel>
  );
}

const formatHanded = (way: Kit['way'], day: string) =>
  way === 'shipped' ? t('Sent {day}', { day }) : t('Handed out {day}', { day });

function KitRow({ kit }: { kit: Kit }) {
  const { applicationId, marketerName, size, way, can, handedAt, trackingNumber, receivedAt } = kit;
  const { label, tone } = formatKitState(kit);
  const [sent, setSent] = useState<Kit | null>(null);
  const handing = useCallMutation(handOutKit, { invalidates: [listKits] });
  const hand = (isHanded: boolean) => handing.mutate({ params: { id: applicationId }, body: { isHanded } });
  const lines = formatAddress(kit);
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p className={classes.name}>
          {marketerName} <span className={classes.size}>{formatSize(size)}</span>
        </p>
        {lines.length > 0 ? <p className={classes.quiet}>{lines.join(', ')}</p> : null}
        {handedAt ? (
          <p className={classes.quiet}>
            {formatHanded(way, formatDay(handedAt))}
            {trackingNumber ? `, ${t('tracking number {trackingNumber}', { trackingNumber })}` : ''}
          </p>
        ) : null}
        <ErrorText
          text={
            handing.error ? getErrorText(handing.error, t('We couldn’t save that. Please try again.')) : null
          }
        />
      </div>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {can.hand && !handedAt ? (
        <Button
          size="sm"
          // Without an address the parcel can hardly have left.
          {...(way === 'shipped' && !kit.hasAddress ? { variant: 'default' } : {})}
          loading={handing.isPending}
          aria-label={
            way === 'shipped'
              ? t('Sent to {marketerName}', { marketerName })
              : t('Handed out to {marketerName}', { marketerName })
          }
          onClick={() => (way === 'shipped' ? setSent(kit) : hand(true))}
        >
          {way === 'shipped' ? t('Mark as sent') : t('Mark as handed out')}
        </Button>
      ) : null}
      {can.hand && handedAt && !receivedAt ? (
        <Button
          size="sm"
          variant="default"
          loading={handing.isPending}
          aria-label={t('Undo for {marketerName}', { marketerName })}
          onClick={() => hand(false)}
        >
          {t('Undo')}
        </Button>
      ) : null}
      <SubjectModal
        subject={sent}
        title={(subject) => t('Parcel for {marketerName}', { marketerName: subject.marketerName })}
        onClose={() => setSent(null)}
      >
        {(subject) => <SendingForm kit={subject} onClose={() => setSent(null)} />}
      </SubjectModal>
    </li>
  );
}

function SendingForm({ kit, onClose }: { kit: Kit; onClose: () => void }) {
  const [trackingNumber, setTrackingNumber] = useState('');
  const handing = useCallMutation(handOutKit, { invalidates: [listKits], onSuccess: onClose });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (handing.isPending) return;
        handing.mutate({ params: { id: kit.applicationId }, body: { isHanded: true, trackingNumber } });
      }}
    >
      <Stack gap="md">
        <p className={classes.text}>
          {formatAddress(kit).join(', ') ||
            (kit.hasAddress
              ? t('This address can’t be shown. Ask the marketer to enter it again.')
              : t('This marketer has not entered an address yet.'))}
        </p>
        <TextInput
          label={t('Tracking number')}
          description={t('Optional. The marketer sees it.')}
          maxLength={100}
          value={trackingNumber}
          error={handing.error?.fields['trackingNumber']}
          onChange={({ currentTarget }) => setTrackingNumber(currentTarget.value)}
          data-autofocus
        />
        <ErrorText
          text={
            handing.error && Object.keys(handing.error.fields).length === 0
              ? getErrorText(handing.error, t('We couldn’t save that. Please try again.'))
              : null
          }
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={handing.isPending}>
            {t('Mark as sent')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
