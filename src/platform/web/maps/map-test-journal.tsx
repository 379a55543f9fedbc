import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { Panel } from '../ui/panel.tsx';
import { clearMapJournal, type JournalEntry, useMapJournal } from './map-journal.ts';
import classes from './map-test-page.module.css';

/** What the maps of this tab have done, to be read or copied into a report. */
export function MapTestJournal() {
  const entries = useMapJournal();
  const list = useRef<HTMLOListElement>(null);
  const clipboard = useClipboard({ timeout: 2000 });
  const [isSelected, setSelected] = useState(false);
  const text = entries.map(lineOf).join('\n');
  return (
    <Panel title="Log" sticky>
      <div className={classes.buttons}>
        <Button
          size="sm"
          disabled={entries.length === 0}
          onClick={() => {
            // Without https there is no clipboard: the lines are marked, and the keyboard copies them.
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
        {isSelected ? 'The lines are marked: copy them with Ctrl+C or ⌘C.' : null}
        {clipboard.error ? 'The browser does not let this page copy. Mark the lines and copy them.' : null}
      </output>
      {entries.length === 0 ? <p className={classes.note}>Nothing has happened yet.</p> : null}
      {/* It scrolls, so that the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes.log} role="log" aria-label="Log" tabIndex={0}>
        <ol ref={list} className={classes.lines}>
          {entries.map((entry) => (
            <li key={entry.id}>{lineOf(entry)}</li>
          ))}
        </ol>
      </section>
    </Panel>
  );
}

function lineOf({ at, text }: JournalEntry): string {
  return `${at.toISOString().slice(11, 23)} ${text}`;
}

function selectAll(element: Element | null): boolean {
  const selection = window.getSelection();
  if (!element || !selection) return false;
  selection.selectAllChildren(element);
  return true;
}
