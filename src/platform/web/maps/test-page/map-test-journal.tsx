import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { Panel } from '../../ui/layout/panel.tsx';
import { clearMapJournal, type MapLogEntry, useMapJournal } from './map-log.ts';
import classes from './map-test-page.module.css';

/** Shows the map log of this tab, which the user can copy into a bug report. */
export function MapTestJournal() {
  const entries = useMapJournal();
  const list = useRef<HTMLOListElement>(null);
  const clipboard = useClipboard({ timeout: 2000 });
  const [isSelected, setSelected] = useState(false);
  const text = entries.map(formatEntry).join('\n');
  return (
    <Panel title="Log" sticky>
      <div className={classes.buttons}>
        <Button
          size="sm"
          disabled={entries.length === 0}
          onClick={() => {
            // Without HTTPS there is no clipboard API, so the lines are selected for Ctrl+C.
            if (navigator.clipboard) clipboard.copy(text);
            else setSelected(selectAll(list.current));
          }}
        >
          {clipboard.copied ? 'Copied' : 'Copy log'}
        </Button>
        <Button
          variant="default"
          size="sm"
          disabled={entries.length === 0}
          onClick={() => {
            setSelected(false);
            clearMapJournal();
          }}
        >
          Clear log
        </Button>
      </div>
      <output className={classes.note}>
        {isSelected ? 'Press Ctrl+C or ⌘C to copy the selected lines.' : null}
        {clipboard.error ? 'The browser blocked copying. Select the lines and copy them yourself.' : null}
      </output>
      {entries.length === 0 ? <p className={classes.note}>Nothing has happened yet.</p> : null}
      {/* Focusable, so that keyboard users can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes.log} role="log" aria-label="Log" tabIndex={0}>
        <ol ref={list} className={classes.lines}>
          {entries.map((entry) => (
            <li key={entry.id}>{formatEntry(entry)}</li>
          ))}
        </ol>
      </section>
    </Panel>
  );
}

function formatEntry({ at, text }: MapLogEntry): string {
  return `${at.toISOString().slice(11, 23)} ${text}`;
}

function selectAll(element: Element | null): boolean {
  const selection = window.getSelection();
  if (!element || !selection) return false;
  selection.selectAllChildren(element);
  return true;
}
