import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useUrlText } from '../hooks/use-url-text.ts';

interface SearchFieldProps extends Pick<
  TextInputProps,
  'label' | 'description' | 'placeholder' | 'maxLength' | 'aria-label'
> {
  /** The text that is searched for now. */
  value: string;
  /** Called with the typed text when the user pauses typing. */
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
