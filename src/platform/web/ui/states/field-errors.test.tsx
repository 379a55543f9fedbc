import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { CallError } from '../../call.ts';
import { renderScreen } from '../../screen-test.tsx';
import { showFieldErrors } from './field-errors.ts';

function ProfileForm({ error }: { error: unknown }) {
  const form = useForm({ initialValues: { name: '', contact: { city: '' } } });
  return (
    <form onSubmit={form.onSubmit(() => form.setFieldValue('name', String(showFieldErrors(form, error))))}>
      <TextInput label="Name" {...form.getInputProps('name')} />
      <TextInput label="City" {...form.getInputProps('contact.city')} data-path="contact.city" />
      <button type="submit">Save</button>
    </form>
  );
}

it("marks the server's fields, including nested ones, and focuses the first", async () => {
  const body = { code: 'request/invalid', message: 'Check', fields: { 'contact.city': 'City is required' } };
  renderScreen(<ProfileForm error={new CallError(400, JSON.stringify(body), body)} />);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('City is required')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('true');
  expect(document.activeElement).toBe(screen.getByLabelText('City'));
});

it('returns false if the error names no field', async () => {
  const body = { code: 'campaign/full', message: 'Campaign Full' };
  renderScreen(<ProfileForm error={new CallError(409, 'full', body)} />);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('false');
});

it('focuses the first field on the screen, in whatever order the errors come', async () => {
  const fields = { 'contact.city': 'City is required', name: 'Name is required' };
  const body = { code: 'request/invalid', message: 'Check', fields };
  renderScreen(<ProfileForm error={new CallError(400, JSON.stringify(body), body)} />);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});
