import { Radio, Stack, TextInput } from '@mantine/core';
import { fromDecimal, toDecimal } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import type { Dispute } from '../contract.ts';
import { toBackCents } from './outcome-table.tsx';

export type Choice = 'full' | 'part' | 'none';

export interface AwardDraft {
  choice: Choice | null;
  /** As typed, in dollars. Only used for a part. */
  amount: string;
}

export const emptyAward: AwardDraft = { choice: null, amount: '' };

/** Returns null if the amount is missing or not a part of the pay. */
export function parseAward({ choice, amount }: AwardDraft, pay: string): string | null {
  if (choice === 'full') return pay;
  if (choice === 'none') return '0.00';
  const text = amount.trim().replace(/^\$/, '');
  if (choice === null || !/^\d{1,7}(\.\d{1,2})?$/.test(text)) return null;
  const cents = fromDecimal(text);
  return cents > 0 && cents < fromDecimal(pay) ? toDecimal(cents) : null;
}

interface AwardFieldProps {
  dispute: Dispute;
  label: string;
  value: AwardDraft;
  error: string | undefined;
  onChange: (value: AwardDraft) => void;
}

export function AwardField({ dispute, label, value, error, onChange }: AwardFieldProps) {
  const { pay } = dispute;
  const formatBack = (cents: number) =>
    t('{amount} goes back to the advertiser, fee included', {
      amount: formatMoney(toBackCents(dispute, cents)),
    });
  const part = value.choice === 'part' ? parseAward(value, pay) : null;
  return (
    <Stack gap="sm">
      <Radio.Group
        label={label}
        value={value.choice}
        error={value.choice === 'part' ? undefined : error}
        // The group only offers these choices.
        onChange={(choice) => onChange({ ...value, choice: choice as Choice })}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            size="md"
            value="full"
            label={t('Pay in full: {amount}', { amount: formatMoney(pay) })}
            description={t('Nothing goes back to the advertiser')}
          />
          <Radio
            size="md"
            value="part"
            label={t('Pay a part')}
            description={
              part === null
                ? t('More than $0.00, less than {amount}', { amount: formatMoney(pay) })
                : formatBack(fromDecimal(part))
            }
          />
          <Radio size="md" value="none" label={t('Pay nothing')} description={formatBack(0)} />
        </Stack>
      </Radio.Group>
      {value.choice === 'part' ? (
        <TextInput
          label={t('The marketer gets')}
          leftSection="$"
          inputMode="decimal"
          placeholder="25.00"
          value={value.amount}
          error={error}
          onChange={(event) => onChange({ ...value, amount: event.currentTarget.value })}
        />
      ) : null}
    </Stack>
  );
}
