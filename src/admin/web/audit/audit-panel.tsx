import { Button, Group, Select, TextInput } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { PagedRows } from '#platform/web/ui/states/paged-rows.tsx';
import admin from '../admin.module.css';
import { AuditItem } from './audit-item.tsx';
import { AuditVerification } from './audit-verification.tsx';
import { actionFamilies } from './audit-labels.ts';
import classes from './audit.module.css';
import { type AuditFormValues, auditExportUrl, useAuditFilters, useAuditLog } from './use-audit.ts';

export function AuditPanel() {
  const { choice, choose } = useAuditFilters();
  return (
    <div className={admin.stack}>
      <AuditVerification />
      <Filters choice={choice} onChoose={choose} key={JSON.stringify(choice)} />
      <Entries choice={choice} />
    </div>
  );
}

const anything = 'all';
const actionOptions = [{ value: anything, label: 'All actions' }, ...actionFamilies];
const nothing: AuditFormValues = { action: '', actor: '', object: '', from: '', to: '' };

function Filters({
  choice,
  onChoose,
}: {
  choice: AuditFormValues;
  onChoose: (choice: AuditFormValues) => void;
}) {
  const [typed, setTyped] = useState(choice);
  const change = (changes: Partial<AuditFormValues>) => setTyped({ ...typed, ...changes });
  const isBackwards = typed.from !== '' && typed.to !== '' && typed.from > typed.to;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBackwards) return;
    onChoose({ ...typed, actor: typed.actor.trim(), object: typed.object.trim() });
  };
  const isFiltered = Object.values(choice).some((value) => value !== '');
  // If a link names one exact action, the select offers it too.
  const isFamily = actionOptions.some(({ value }) => value === (typed.action || anything));
  const options = isFamily ? actionOptions : [...actionOptions, { value: typed.action, label: typed.action }];
  return (
    <form className={classes.filters} noValidate onSubmit={submit} aria-label="Filter the log">
      <Select
        label="Category"
        data={options}
        searchable
        allowDeselect={false}
        value={typed.action || anything}
        onChange={(action) => change({ action: action === anything ? '' : (action ?? '') })}
      />
      <TextInput
        label="Actor"
        placeholder="Email, ID or platform"
        maxLength={254}
        value={typed.actor}
        onChange={(event) => change({ actor: event.currentTarget.value })}
      />
      <TextInput
        label="Target"
        placeholder="Email or ID"
        maxLength={254}
        value={typed.object}
        onChange={(event) => change({ object: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="From"
        value={typed.from}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To"
        value={typed.to}
        error={isBackwards ? 'Choose a date on or after From' : null}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
      <Group className={classes.buttons} gap="sm">
        <Button type="submit">Filter</Button>
        {isFiltered ? (
          <Button variant="default" onClick={() => onChoose(nothing)}>
            Clear
          </Button>
        ) : null}
        <Button
          component="a"
          variant="default"
          href={auditExportUrl(choice)}
          download
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          Export
        </Button>
      </Group>
    </form>
  );
}

function Entries({ choice }: { choice: AuditFormValues }) {
  const log = useAuditLog(choice);
  return (
    <PagedRows
      of={log}
      rows={log.data}
      loadingText="Loading the log..."
      empty={
        <EmptyState
          icon={<IconHistory />}
          title="No matching entries"
          text="Try a wider date range or fewer filters."
        />
      }
    >
      {(entries) => (
        <ol className={classes.entries} data-behind={log.isPlaceholderData || undefined}>
          {entries.map((entry) => (
            <AuditItem entry={entry} key={entry.position} />
          ))}
        </ol>
      )}
    </PagedRows>
  );
}
