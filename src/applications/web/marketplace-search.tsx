import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useClock } from '#platform/web/clock.ts';

const PAUSE_MS = 300;

interface MarketplaceSearchProps {
  /** What the address says. */
  value: string;
  onChange: (text: string) => void;
}

/** Text that is searched for once the typing pauses. */
export function MarketplaceSearch({ value, onChange }: MarketplaceSearchProps) {
  const clock = useClock();
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  // The address changed by something else than this field, e.g. Clear Filters.
  if (seen !== value) {
    setSeen(value);
    if (value !== sent) {
      setText(value);
      setSent(value);
    }
  }
  const send = useEffectEvent(() => {
    setSent(text);
    onChange(text);
  });
  useEffect(() => {
    if (text === sent) return undefined;
    return clock.after(PAUSE_MS, send);
  }, [clock, text, sent]);
  return (
    <TextInput
      type="search"
      label="Search"
      placeholder="Campaign title"
      leftSection={<IconSearch size={18} aria-hidden />}
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
