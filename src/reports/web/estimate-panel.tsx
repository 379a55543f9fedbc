import { Button, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { formatDuration } from '#kernel/time.ts';
import { CallError, getErrorText } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { ErrorText } from '#platform/web/ui/states/error-text.tsx';
import { showFieldErrors, showInvalidFields } from '#platform/web/ui/states/field-errors.ts';
import { getCampaignReport } from '../contract.ts';
import { Footfall, setFootfall } from '../footfall-contract.ts';
import { formatRange } from '../report-labels.ts';
import classes from './report.module.css';
import { type ShownReport } from './report-parts.tsx';

export function EstimatePanel({ report, canEdit }: { report: ShownReport; canEdit: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const { estimate, time } = report;
  if (!time || (!estimate && !canEdit)) return null;
  return (
    <Panel
      title={t('Estimated opportunities to see')}
      aside={
        canEdit && !isOpen ? (
          <Button
            className={classes.actions ?? ''}
            variant="default"
            size="sm"
            onClick={() => setIsOpen(true)}
          >
            {estimate ? t('Change assumption') : t('Add assumption')}
          </Button>
        ) : null
      }
    >
      {estimate ? (
        <>
          <p className={classes.estimate}>{formatRange(estimate.low, estimate.high)}</p>
          <p className={classes.note}>
            {t(
              '{duration} of verified time × {passersBy} passers-by per hour. The passers-by are the advertiser’s own assumption, not measured. Basis: {basis}',
              {
                duration: formatDuration(time.verifiedMinutes),
                passersBy: formatRange(estimate.footfall.low, estimate.footfall.high),
                basis: estimate.footfall.basis,
              },
            )}
          </p>
        </>
      ) : isOpen ? null : (
        <p className={classes.note}>
          {t(
            'We don’t count passers-by. Enter how many you assume, and the report multiplies them by the verified time.',
          )}
        </p>
      )}
      {isOpen ? <FootfallForm report={report} onClose={() => setIsOpen(false)} /> : null}
    </Panel>
  );
}

interface Values {
  low: number | string;
  high: number | string;
  basis: string;
}

function FootfallForm({ report, onClose }: { report: ShownReport; onClose: () => void }) {
  const known = report.estimate?.footfall;
  const form = useForm<Values>({
    initialValues: { low: known?.low ?? '', high: known?.high ?? '', basis: known?.basis ?? '' },
    validate: schemaResolver(Footfall, { sync: true }),
  });
  const params = { id: report.campaign.id };
  const save = useCallMutation(setFootfall, {
    invalidates: [getCampaignReport],
    onSuccess: onClose,
    onError: (error) => showFieldErrors(form, error),
  });
  return (
    <form
      className={classes.form ?? ''}
      noValidate
      onSubmit={form.onSubmit(
        (values) => {
          const footfall = Footfall.safeParse(values);
          if (footfall.success && !save.isPending) save.mutate({ params, body: { footfall: footfall.data } });
        },
        (errors) => showInvalidFields(form, errors),
      )}
    >
      <Stack gap="md" mt="md">
        <div className={classes.fields}>
          <NumberInput
            label={t('Passers-by per hour, lowest')}
            min={0}
            max={100_000}
            allowDecimal={false}
            thousandSeparator=","
            {...form.getInputProps('low')}
          />
          <NumberInput
            label={t('Passers-by per hour, highest')}
            min={1}
            max={100_000}
            allowDecimal={false}
            thousandSeparator=","
            {...form.getInputProps('high')}
          />
        </div>
        <TextInput
          label={t('Where this comes from')}
          description={t('Shown in the report, so that readers can judge it.')}
          placeholder={t('Counted by hand on a Tuesday at noon')}
          maxLength={300}
          {...form.getInputProps('basis')}
        />
        <ErrorText
          text={
            save.error instanceof CallError && Object.keys(save.error.fields).length === 0
              ? getErrorText(save.error, t('We couldn’t save this. Please try again.'))
              : null
          }
        />
        <Group gap="sm">
          <Button type="submit" loading={save.isPending}>
            {t('Save')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          {known ? (
            <Button
              variant="subtle"
              color="red"
              disabled={save.isPending}
              onClick={() => save.mutate({ params, body: { footfall: null } })}
            >
              {t('Remove')}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </form>
  );
}
