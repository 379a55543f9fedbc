import { act, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createSlot } from './slot.tsx';

it('shows the fallback while empty, then every component in order with the props', () => {
  const Actions = createSlot<{ name: string }>('actions');
  const { container } = render(<Actions name="Ada" fallback="nothing yet" />);
  expect(container.textContent).toBe('nothing yet');
  act(() => Actions.fill(({ name }) => <i>first {name};</i>));
  act(() => Actions.fill(({ name }) => <i>second {name};</i>));
  expect(container.textContent).toBe('first Ada;second Ada;');
});

it('throws if the same component is added twice', () => {
  const Actions = createSlot<object>('actions');
  const Fill = () => null;
  Actions.fill(Fill);
  expect(() => Actions.fill(Fill)).toThrow('slot actions is filled twice');
});
