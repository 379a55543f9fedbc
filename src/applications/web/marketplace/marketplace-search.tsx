import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useUrlText } from '#platform/web/use-url-text.ts';

interface MarketplaceSearchProps {
  value: string;
  onChange: (text: string) => void;
}

export function MarketplaceSearch({ value, onChange }: MarketplaceSearchProps) {
  const [text, setText] = useUrlText(value, onChange);
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
