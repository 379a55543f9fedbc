import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { refusalText, renderScreen } from '#platform/web/screen-test.tsx';
import { type FieldUploads, UploadField } from './upload-field.tsx';
import { formatPendingUpload } from './pending-upload-message.ts';
import { stubUploads, type UploadStub } from './test-uploads.ts';

let server: UploadStub;

beforeEach(() => {
  server = stubUploads();
});

function show(props: Partial<Parameters<typeof UploadField>[0]> = {}) {
  const changes: FieldUploads[] = [];
  renderScreen(
    <UploadField purpose="proof" label="Selfie" onChange={(uploads) => changes.push(uploads)} {...props} />,
  );
  return changes;
}

const photo = (name = 'me.jpg', content = 'a photo') => new File([content], name, { type: 'image/jpeg' });
const input = () => screen.getByLabelText('Selfie', { selector: 'input' });
const choose = (files: File | File[]) => userEvent.setup({ applyAccept: false }).upload(input(), files);

test('uploads a chosen file and reports it to the form', async () => {
  const changes = show();
  expect(changes).toEqual([]);
  await choose(photo());
  expect(await screen.findByText('Ready, 1 KB')).toBeTruthy();
  const ready = [{ uploadId: 'upload-1', name: 'me.jpg', type: 'image/jpeg' }];
  await waitFor(() => expect(changes.at(-1)).toEqual({ ready, isBusy: false, failed: [] }));
  expect(changes[0]).toEqual({ ready: [], isBusy: true, failed: [] });
  expect(server.uploads.get('upload-1')?.metadata).toContain(`purpose ${btoa('proof')}`);
  expect(document.querySelector('img')?.getAttribute('src')).toBe('blob:preview');
});

test('uploads a dropped file too', async () => {
  const changes = show();
  const area = screen.getByText(/or drop it here/).parentElement;
  if (!area) throw new Error('there is no place to drop');
  fireEvent.dragOver(area);
  expect(area.dataset['over']).toBe('true');
  fireEvent.drop(area, { dataTransfer: { files: [photo()] } });
  await waitFor(() => expect(changes.at(-1)?.ready).toHaveLength(1));
  expect(area.dataset['over']).toBeUndefined();
});

test('the file dialog opens by keyboard', async () => {
  show();
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {});
  const user = userEvent.setup();
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Choose a file');
  await user.keyboard('{Enter}');
  expect(opened).toHaveBeenCalledTimes(1);
});

test('refuses unaccepted files before sending a byte', async () => {
  const changes = show({ purpose: 'profile-photo' });
  await choose(new File(['x'], 'me.heic', { type: 'image/heic' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/HEIC/);
  await choose(new File(['x'], 'me.svg', { type: 'image/svg+xml' }));
  expect(screen.getByRole('alert').textContent).toBe('Please select a valid image file');
  await choose(new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'big.png', { type: 'image/png' }));
  expect(screen.getByRole('alert').textContent).toBe('Please select an image smaller than 5MB');
  await choose(new File([], 'none.png', { type: 'image/png' }));
  expect(screen.getByRole('alert').textContent).not.toBe('');
  expect(screen.queryByRole('button', { name: /Try .* again/ })).toBeNull();
  expect(server.uploads.size).toBe(0);
  const failed = [{ name: 'none.png', canRetry: false }];
  await waitFor(() => expect(changes.at(-1)).toEqual({ ready: [], isBusy: false, failed }));
});

test("shows the server's reason, offers no retry, and accepts another file instead", async () => {
  const changes = show({ max: 2 });
  server.trouble = { status: 415, message: 'This image is damaged or incomplete.' };
  await choose([photo('1.jpg', 'one'), photo('2.jpg', 'two!')]);
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
  expect(screen.getAllByRole('alert')[0]?.textContent).toBe('This image is damaged or incomplete.');
  expect(screen.queryByRole('button', { name: /Try .* again/ })).toBeNull();
  server.trouble = null;
  await choose(photo('3.jpg', 'three'));
  await waitFor(() => expect(changes.at(-1)).toMatchObject({ ready: [{ name: '3.jpg' }], isBusy: false }));
});

test('retries after a temporary failure', async () => {
  const changes = show();
  server.trouble = { status: 401, message: 'Please sign in to continue.' };
  await choose(photo());
  expect((await screen.findByRole('alert')).textContent).toBe(refusalText('auth/required'));
  const failed = [{ name: 'me.jpg', canRetry: true }];
  await waitFor(() => expect(changes.at(-1)).toEqual({ ready: [], isBusy: false, failed }));
  server.trouble = null;
  screen.getByRole('button', { name: 'Try me.jpg again' }).focus();
  await userEvent.keyboard('{Enter}');
  // The pressed button disappears with the next render, which may take a moment on a busy machine.
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove me.jpg' })),
  );
  expect(await screen.findByText('Ready, 1 KB')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() =>
    expect(changes.at(-1)).toMatchObject({ ready: [{ name: 'me.jpg' }], isBusy: false, failed: [] }),
  );
});

test('waits without a connection and resumes automatically', async () => {
  const changes = show();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  server.trouble = 'offline';
  await choose(photo());
  expect(await screen.findByText(/No connection/)).toBeTruthy();
  await waitFor(() => expect(changes.at(-1)).toEqual({ ready: [], isBusy: true, failed: [] }));
  server.trouble = null;
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('Ready, 1 KB')).toBeTruthy();
  expect([...server.uploads.keys()]).toEqual(['upload-1']);
});

test('pauses and resumes', async () => {
  const changes = show();
  server.trouble = 'stalled';
  await choose(photo());
  await userEvent.click(await screen.findByRole('button', { name: 'Pause me.jpg' }));
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('0');
  await waitFor(() => expect(changes.at(-1)).toEqual({ ready: [], isBusy: true, failed: [] }));
  server.trouble = null;
  await userEvent.click(screen.getByRole('button', { name: 'Resume me.jpg' }));
  expect(await screen.findByText('Ready, 1 KB')).toBeTruthy();
  expect([...server.uploads.keys()]).toEqual(['upload-1']);
});

test('removes a file here and on the server, and it can be chosen again', async () => {
  const changes = show();
  await choose(photo());
  await screen.findByText('Ready, 1 KB');
  screen.getByRole('button', { name: 'Remove me.jpg' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByText('me.jpg')).toBeNull();
  const another = screen.getByRole('button', { name: 'Choose a file' });
  await waitFor(() => expect(document.activeElement).toBe(another));
  await waitFor(() => expect(changes.at(-1)).toEqual({ ready: [], isBusy: false, failed: [] }));
  await waitFor(() => expect(server.removed).toEqual(['upload-1']));
  await choose(photo());
  await screen.findByText('Ready, 1 KB');
  await waitFor(() => expect(changes.at(-1)?.ready).toMatchObject([{ uploadId: 'upload-2' }]));
});

test('a new file replaces the old one if only one fits', async () => {
  const changes = show();
  await choose(photo('first.jpg'));
  await screen.findByText('Ready, 1 KB');
  await choose(photo('second.jpg', 'another photo'));
  await waitFor(() => expect(changes.at(-1)?.ready).toMatchObject([{ name: 'second.jpg' }]));
  expect(screen.queryByText('first.jpg')).toBeNull();
  await waitFor(() => expect(server.removed).toEqual(['upload-1']));
});

test('reports the other files if several are dropped and one fits', async () => {
  const changes = show();
  const area = screen.getByText(/or drop it here/).parentElement;
  if (!area) throw new Error('there is no place to drop');
  fireEvent.drop(area, { dataTransfer: { files: [photo('first.jpg'), photo('second.jpg', 'two!')] } });
  await waitFor(() => expect(changes.at(-1)?.ready).toMatchObject([{ name: 'first.jpg' }]));
  expect(screen.getByText(/one file/)).toBeTruthy();
  await waitFor(() => expect(changes.at(-1)?.failed).toEqual([{ name: 'second.jpg', canRetry: false }]));
});

test('accepts as many files as fit, and refuses each further one', async () => {
  const changes = show({ max: 2 });
  const heic = new File(['x'], '0.heic', { type: 'image/heic' });
  await choose([
    heic,
    photo('1.jpg', 'one'),
    photo('2.jpg', 'two!'),
    photo('3.jpg', 'three'),
    photo('4.jpg'),
  ]);
  await waitFor(() =>
    expect(changes.at(-1)).toMatchObject({ ready: [{ name: '1.jpg' }, { name: '2.jpg' }], isBusy: false }),
  );
  expect(screen.queryByText(/or drop them here/)).toBeNull();
  expect(screen.getAllByText('You can add only 2 files.')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /Try .* again/ })).toBeNull();
  expect(server.uploads.size).toBe(2);
  const last = changes.at(-1);
  if (!last) throw new Error('nothing was told');
  const refused = ['0.heic', '3.jpg', '4.jpg'];
  expect(last.failed).toEqual(refused.map((name) => ({ name, canRetry: false })));
  expect(formatPendingUpload(last)).toMatch(/^0\.heic/);
  for (const name of refused) {
    await userEvent.click(screen.getByRole('button', { name: `Remove ${name}` }));
  }
  await waitFor(() => expect(changes.at(-1)?.failed).toEqual([]));
  await userEvent.click(screen.getByRole('button', { name: 'Remove 1.jpg' }));
  expect(screen.getByText(/or drop them here/)).toBeTruthy();
});

test('the field is a labelled group with its accepted files and its error', () => {
  show({ error: 'A selfie is required', required: true, description: 'With the shirt on' });
  const group = screen.getByRole('group', { name: /Selfie/ });
  expect(within(group).getByRole('alert').textContent).toBe('A selfie is required');
  expect(within(group).getByText('With the shirt on')).toBeTruthy();
  const hint = document.getElementById(group.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toContain('PNG, JPG or WebP images up to 20MB');
});
