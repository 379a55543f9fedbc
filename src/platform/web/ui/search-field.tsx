import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useUrlText } from '../hooks/use-url-text.ts';

interface SearchFieldProps extends Pick<
  TextInputProps,
  'label' | 'description' | 'placeholder' | 'maxLength' | 'aria-label'
> {
  value: string;
  onSearch: (text: string) => void;
}

export function SearchField({ value, onSearch, maxLength = 200, ...field }: SearchFieldProps) {
  const [text, setText] = useUrlText(value, onSearch);
  return (
    <TextInput
      type="search"
      leftSection={<IconSearch size={18} aria-hidden />}
      value={text}
      maxLength={maxLength}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      {...field}
    />
  );
}
