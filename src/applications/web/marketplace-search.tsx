import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useAddressText } from '#platform/web/use-address-text.ts';

interface MarketplaceSearchProps {
  value: string;
  onChange: (text: string) => void;
}

export function MarketplaceSearch({ value, onChange }: MarketplaceSearchProps) {
  const [text, setText] = useAddressText(value, onChange);
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
