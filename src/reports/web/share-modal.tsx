import { Button, Checkbox, CopyButton, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { useEffect, useRef, useState } from 'react';
import { t } from '#kernel/text.ts';
import { CallError, getErrorText } from '#platform/web/call.ts';
import { createUuid } from '#platform/web/random-key.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { Row, RowList } from '#platform/web/ui/layout/row-list.tsx';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { ErrorText } from '#platform/web/ui/states/error-text.tsx';
import { showFieldErrors } from '#platform/web/ui/states/field-errors.ts';
import {
  DEFAULT_LINK_DAYS,
  listReportLinks,
  MAX_LINK_DAYS,
  type ReportLink,
  revokeReportLink,
} from '../link-contract.ts';
import { createReportLink, ReportLinkForm } from '../link-form-contract.ts';
import classes from './report.module.css';

interface ShareModalProps {
  campaignId: string | null;
  onClose: () => void;
}

export function ShareModal({ campaignId, onClose }: ShareModalProps) {
  return (
    <SubjectModal subject={campaignId} title={t('Share this report')} size="lg" onClose={onClose}>
      {(id) => <ShareLinks campaignId={id} />}
    </SubjectModal>
  );
}

function ShareLinks({ campaignId }: { campaignId: string }) {
  const [address, setAddress] = useState<string | null>(null);
  const links = useEndpoint(listReportLinks, { params: { id: campaignId } }, { staleTime: 0 });
  return (
    <Stack gap="lg">
      {address ? (
        <NewLink address={address} onAnother={() => setAddress(null)} />
      ) : (
        <LinkForm campaignId={campaignId} onCreated={setAddress} />
      )}
      {links.error ? (
        <ErrorText text={getErrorText(links.error, t('The links could not be loaded.'))} />
      ) : links.data && links.data.length > 0 ? (
        <section>
          <Text component="h3" fw={600} mb="xs">
            {t('Active links')}
          </Text>
          <RowList label={t('Active links')}>
            {links.data.map((link) => (
              <LinkRow link={link} key={link.id} />
            ))}
          </RowList>
        </section>
      ) : null}
    </Stack>
  );
}

interface LinkFormProps {
  campaignId: string;
  onCreated: (address: string) => void;
}

function LinkForm({ campaignId, onCreated }: LinkFormProps) {
  // Kept for repeated attempts, so that a lost answer does not leave a second link. Other settings are another link.
  const [id, setId] = useState(createUuid);
  const form = useForm<{ label: string; days: number | string; withPhotos: boolean }>({
    initialValues: { label: '', days: DEFAULT_LINK_DAYS, withPhotos: false },
    validate: schemaResolver(ReportLinkForm.omit({ id: true }), { sync: true }),
    onValuesChange: () => setId(createUuid()),
  });
  const create = useCallMutation(createReportLink, {
    invalidates: [listReportLinks],
    onSuccess: ({ token }) => onCreated(`${window.location.origin}/shared-report#${token}`),
    onError: (error) => showFieldErrors(form, error),
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => {
        const body = ReportLinkForm.safeParse({ id, ...values });
        if (body.success && !create.isPending) create.mutate({ params: { id: campaignId }, body: body.data });
      })}
    >
      <Stack gap="md">
        <Text>
          {t('Anyone with the link can read the report without an account. It shows no marketer’s name.')}
        </Text>
        <div className={classes.fields}>
          <TextInput
            label={t('Name of the link (optional)')}
            placeholder={t('For the board')}
            maxLength={80}
            {...form.getInputProps('label')}
          />
          <NumberInput
            label={t('Days until it ends')}
            min={1}
            max={MAX_LINK_DAYS}
            allowDecimal={false}
            {...form.getInputProps('days')}
          />
        </div>
        <Checkbox
          label={t('Include photos from approved proofs, without selfies')}
          {...form.getInputProps('withPhotos', { type: 'checkbox' })}
        />
        <ErrorText
          text={
            create.error instanceof CallError && Object.keys(create.error.fields).length === 0
              ? getErrorText(create.error, t('We couldn’t create the link. Please try again.'))
              : null
          }
        />
        <Group>
          <Button type="submit" loading={create.isPending}>
            {t('Create link')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function NewLink({ address, onAnother }: { address: string; onAnother: () => void }) {
  const copyButton = useRef<HTMLButtonElement>(null);
  // The button that had the focus is gone. Screen readers announce the new one with the text that describes it.
  useEffect(() => copyButton.current?.focus(), []);
  return (
    <Stack gap="sm">
      <Text fw={600} id="new-report-link">
        {t('Copy the link now. We don’t store it, so it can’t be shown again.')}
      </Text>
      <code className={classes.address}>{address}</code>
      <Group gap="sm">
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button onClick={copy} ref={copyButton} aria-describedby="new-report-link">
              {copied ? t('Copied') : t('Copy link')}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={onAnother}>
          {t('Create another')}
        </Button>
      </Group>
    </Stack>
  );
}

function LinkRow({ link }: { link: ReportLink }) {
  const revoke = useCallMutation(revokeReportLink, { invalidates: [listReportLinks] });
  const name = link.label || t('Link');
  const facts = {
    name: link.createdBy,
    day: formatDay(link.createdAt),
    end: formatDay(link.expiresAt),
  };
  const askToRevoke = () =>
    modals.openConfirmModal({
      title: t('Revoke {name}?', { name }),
      children: t('It stops working at once, for everyone who has it.'),
      labels: { confirm: t('Revoke link'), cancel: t('Cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => revoke.mutate({ params: { id: link.id } }),
    });
  return (
    <Row
      name={name}
      detail={
        link.withPhotos
          ? t('By {name}, {day}. Ends {end}, with photos.', facts)
          : t('By {name}, {day}. Ends {end}.', facts)
      }
      below={
        <ErrorText
          text={
            revoke.error
              ? getErrorText(revoke.error, t('We couldn’t revoke the link. Please try again.'))
              : null
          }
        />
      }
    >
      <Button
        variant="danger"
        size="sm"
        loading={revoke.isPending}
        aria-label={t('Revoke {name}', { name })}
        onClick={askToRevoke}
      >
        {t('Revoke')}
      </Button>
    </Row>
  );
}
