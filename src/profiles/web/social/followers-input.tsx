import { NumberInput, type NumberInputProps } from '@mantine/core';
import { MAX_FOLLOWERS } from '../../social-contract.ts';

interface FollowersInputProps extends Omit<NumberInputProps, 'onChange'> {
  onChange: (followers: number | '') => void;
}

export function FollowersInput({ onChange, ...input }: FollowersInputProps) {
  return (
    <NumberInput
      min={0}
      max={MAX_FOLLOWERS}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      hideControls
      onChange={(typed) => onChange(typeof typed === 'number' ? typed : '')}
      {...input}
    />
  );
}
