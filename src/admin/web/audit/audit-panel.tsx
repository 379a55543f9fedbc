import { Button, Group, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { t } from '#kernel/text.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { PagedRows } from '#platform/web/ui/states/paged-rows.tsx';
import admin from '../admin.module.css';
import type { AuditEntry } from '../../audit-contract.ts';
import { AuditItem } from './audit-item.tsx';
import { AuditVerification } from './audit-verification.tsx';
import { listActionFamilies } from './audit-labels.ts';
import classes from './audit.module.css';
import { type AuditFormValues, auditExportUrl, useAuditFilters, useAuditLog } from './use-audit.ts';

export function AuditPanel() {
  const { choice, choose } = useAuditFilters();
  return (
    <div className={admin.stack}>
      <Shown choice={choice} onChoose={choose} />
      <Filters choice={choice} onChoose={choose} key={JSON.stringify(choice)} />
      <Entries choice={choice} />
      <AuditVerification />
    </div>
  );
}

const anything = 'all';
const listActions = () => [{ value: anything, label: t('All actions') }, ...listActionFamilies()];
const nothing = { action: '', actor: '', object: '', from: '', to: '' };

interface ChoiceProps {
  choice: AuditFormValues;
  onChoose: (choice: AuditFormValues) => void;
}

function Shown({ choice, onChoose }: ChoiceProps) {
  return (
    <div className={classes.shown}>
      <SegmentedControl
        aria-label={t('Kind of entries')}
        radius="xl"
        data={[
          { value: 'actions', label: t('Actions') },
          { value: 'visits', label: t('Sign-ins and views') },
          { value: 'all', label: t('All') },
        ]}
        value={choice.show || (choice.action ? 'all' : 'actions')}
        onChange={(show) => onChoose({ ...choice, show })}
      />
      <Group gap="sm">
        <Select
          aria-label={t('Order')}
          w={160}
          data={[
            { value: 'newest', label: t('Newest first') },
            { value: 'oldest', label: t('Oldest first') },
          ]}
          allowDeselect={false}
          value={choice.order || 'newest'}
          onChange={(order) => onChoose({ ...choice, order: order === 'oldest' ? order : '' })}
        />
        <Button
          component="a"
          variant="default"
          href={auditExportUrl(choice)}
          download
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t('Export these entries')}
        </Button>
      </Group>
    </div>
  );
}

function Filters({ choice, onChoose }: ChoiceProps) {
  const [typed, setTyped] = useState(choice);
  const [isOpen, setIsOpen] = useState(() => !window.matchMedia('(max-width: 40em)').matches);
  const change = (changes: Partial<AuditFormValues>) => setTyped({ ...typed, ...changes });
  const isBackwards = typed.from !== '' && typed.to !== '' && typed.from > typed.to;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBackwards) return;
    onChoose({ ...typed, actor: typed.actor.trim(), object: typed.object.trim() });
  };
  const isFiltered = [choice.action, choice.actor, choice.object, choice.from, choice.to].some(Boolean);
  const actionOptions = listActions();
  const isFamily = actionOptions.some(({ value }) => value === (typed.action || anything));
  const options = isFamily ? actionOptions : [...actionOptions, { value: typed.action, label: typed.action }];
  return (
    <details
      className={classes.folded}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{isFiltered ? t('Filters (on)') : t('Filters')}</summary>
      <form className={classes.filters} noValidate onSubmit={submit} aria-label={t('Filter the log')}>
        <Select
          label={t('Category')}
          data={options}
          searchable
          allowDeselect={false}
          value={typed.action || anything}
          onChange={(action) => change({ action: action === anything ? '' : (action ?? '') })}
        />
        <TextInput
          label={t('Actor')}
          placeholder={t('Email, ID or platform')}
          maxLength={254}
          value={typed.actor}
          onChange={(event) => change({ actor: event.currentTarget.value })}
        />
        <TextInput
          label={t('Target')}
          placeholder={t('Email or ID')}
          maxLength={254}
          value={typed.object}
          onChange={(event) => change({ object: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t('From')}
          value={typed.from}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t('To')}
          value={typed.to}
          error={isBackwards ? t('Choose a date on or after From') : null}
          onChange={(event) => change({ to: event.currentTarget.value })}
        />
        <Group className={classes.buttons} gap="sm">
          <Button type="submit" variant="default">
            {t('Filter')}
          </Button>
          {isFiltered ? (
            <Button variant="subtle" onClick={() => onChoose({ ...choice, ...nothing })}>
              {t('Clear')}
            </Button>
          ) : null}
        </Group>
      </form>
    </details>
  );
}

function Entries({ choice }: { choice: AuditFormValues }) {
  const log = useAuditLog(choice);
  return (
    <PagedRows
      of={log}
      rows={log.data}
      loadingText={t('Loading the log...')}
      empty={
        <EmptyState
          icon={<IconHistory />}
          title={t('No matching entries')}
          text={t('Try a wider date range or fewer filters.')}
        />
      }
    >
      {(entries) => (
        <div className={classes.days} data-behind={log.isPlaceholderData || undefined}>
          {groupByDay(entries).map(({ day, rows }) => (
            <section key={day}>
              <h2 className={classes.day}>{day}</h2>
              <ol className={classes.entries}>
                {rows.map((entry) => (
                  <AuditItem entry={entry} key={entry.position} />
                ))}
              </ol>
            </section>
          ))}
        </div>
      )}
    </PagedRows>
  );
}

/** By the days of the admin's own time zone. Keeps the order. */
function groupByDay(entries: readonly AuditEntry[]): { day: string; rows: AuditEntry[] }[] {
  const days: { day: string; rows: AuditEntry[] }[] = [];
  for (const entry of entries) {
    const day = formatDay(entry.at);
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(entry);
    else days.push({ day, rows: [entry] });
  }
  return days;
}
