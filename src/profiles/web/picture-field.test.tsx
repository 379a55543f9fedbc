import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { type CurrentUser, getCurrentUser } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { stubUploads, type UploadStub } from '#uploads/web/test-uploads.ts';
import { setBusinessLogo, setProfilePhoto } from '../contract.ts';
import { saveProfile } from '../form-contract.ts';
import ProfilePage from './profile-page.tsx';
import { filledProfile } from './test-profile.ts';

let server: UploadStub;

beforeEach(() => {
  server = stubUploads();
});

const OLD = '/api/files/11111111-1111-4111-8111-111111111111';
const NEW = '/api/files/22222222-2222-4222-8222-222222222222';

function account(changes: Partial<CurrentUser> = {}) {
  let user = testUser({ ...filledProfile, ...changes });
  const change = (next: Partial<CurrentUser>) => {
    user = { ...user, ...next };
  };
  return { change, read: stubCall(getCurrentUser, () => user) };
}

const photo = new File(['a photo'], 'me.jpg', { type: 'image/jpeg' });
const choose = async (file: File, label = 'Profile photo') =>
  userEvent
    .setup({ applyAccept: false })
    .upload(await screen.findByLabelText(label, { selector: 'input' }), file);
const shown = () => document.querySelector('fieldset img')?.getAttribute('src') ?? null;

test('uploads, saves and shows a chosen photo, which can be removed again', async () => {
  const { read, change } = account();
  const received = stubNetwork(
    read,
    stubCall(setProfilePhoto, ({ body }) => {
      const isRemoval = JSON.stringify(body) === '{"uploadId":null}';
      change({ profileImageUrl: isRemoval ? null : NEW });
      return {
        message: isRemoval ? 'Your photo is removed.' : 'Your photo is saved.',
        url: isRemoval ? null : NEW,
      };
    }),
  );
  renderScreen(<ProfilePage />, { at: '/profile' });
  await choose(photo);
  expect(await screen.findByText('Your photo is saved.')).toBeTruthy();
  expect(server.uploads.get('upload-1')?.metadata).toContain(`purpose ${btoa('profile-photo')}`);
  expect(shown()).toBe(NEW);
  expect(screen.getByRole('button', { name: 'Replace photo' })).toBeTruthy();
  // A saved upload must not be deleted from the server.
  expect(server.removed).toEqual([]);

  await userEvent.click(screen.getByRole('button', { name: 'Remove photo' }));
  expect(await screen.findByText('Your photo is removed.')).toBeTruthy();
  expect(shown()).toBeNull();
  const sent = received.filter(({ endpoint }) => endpoint === setProfilePhoto).map(({ body }) => body);
  expect(sent).toEqual([{ uploadId: 'upload-1' }, { uploadId: null }]);
});

test.each([
  [
    'a file of another kind',
    new File(['x'], 'me.svg', { type: 'image/svg+xml' }),
    'Please select a valid image file',
  ],
  [
    'a large one',
    new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'big.png', { type: 'image/png' }),
    'Please select an image smaller than 5MB',
  ],
])('refuses %s before uploading, and keeps the current photo', async (_, file, text) => {
  stubNetwork(account({ profileImageUrl: OLD }).read);
  renderScreen(<ProfilePage />, { at: '/profile' });
  await choose(file);
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(server.uploads.size).toBe(0);
  expect(shown()).toBe(OLD);
});

test('shows what the server says about a file, and another one can be chosen', async () => {
  const { read } = account();
  stubNetwork(read, stubCall(setProfilePhoto, { message: 'Your photo is saved.', url: NEW }));
  server.trouble = { status: 415, message: 'Please select a valid image file' };
  renderScreen(<ProfilePage />, { at: '/profile' });
  await choose(photo);
  expect((await screen.findByRole('alert')).textContent).toBe('Please select a valid image file');
  server.trouble = null;
  await choose(new File(['another'], 'other.jpg', { type: 'image/jpeg' }));
  expect(await screen.findByText('Your photo is saved.')).toBeTruthy();
});

test('offers to save a photo again after an error', async () => {
  const { read } = account();
  let isDown = true;
  const refused = stubRefusal(setProfilePhoto, 'server/busy');
  const saved = stubCall(setProfilePhoto, { message: 'Your photo is saved.', url: NEW });
  stubNetwork(read, { endpoint: setProfilePhoto, reply: (call) => (isDown ? refused : saved).reply(call) });
  renderScreen(<ProfilePage />, { at: '/profile' });
  await choose(photo);
  expect((await screen.findByRole('alert')).textContent).toMatch(/too busy/);
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Your photo is saved.')).toBeTruthy();
});

test('saving the profile waits for a running upload, and says so', async () => {
  const received = stubNetwork(account().read);
  server.trouble = 'offline';
  renderScreen(<ProfilePage />, { at: '/profile' });
  await choose(photo);
  await screen.findByText('Uploading your photo');
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(await screen.findByText(/still uploading/)).toBeTruthy();
  expect(received.some(({ endpoint }) => endpoint === saveProfile)).toBe(false);
});

test('shows an advertiser a logo beside the photo', async () => {
  const { read } = account({ userType: 'advertiser' });
  const received = stubNetwork(read, stubCall(setBusinessLogo, { message: 'Your logo is saved.', url: NEW }));
  renderScreen(<ProfilePage />, { at: '/profile' });
  await choose(photo, 'Business logo');
  expect(await screen.findByText('Your logo is saved.')).toBeTruthy();
  expect(server.uploads.get('upload-1')?.metadata).toContain(`purpose ${btoa('business-logo')}`);
  expect(received.find(({ endpoint }) => endpoint === setBusinessLogo)?.body).toEqual({
    uploadId: 'upload-1',
  });
});

test('shows a marketer no logo', async () => {
  stubNetwork(account().read);
  renderScreen(<ProfilePage />, { at: '/profile' });
  await screen.findByLabelText('Profile photo', { selector: 'input' });
  expect(screen.queryByLabelText('Business logo')).toBeNull();
});

test('keeps what the user types while another tab saves, and takes the rest from that save', async () => {
  const { read, change } = account({ profileImageUrl: OLD });
  const received = stubNetwork(
    read,
    stubCall(setProfilePhoto, () => {
      change({
        profileImageUrl: null,
        firstName: 'Elsewhere',
        city: 'Oakland',
        latitude: 1,
        longitude: 2,
        gpsVerified: true,
      });
      return { message: 'Your photo is removed.', url: null };
    }),
    stubCall(saveProfile, { message: 'Your profile is saved.', userType: 'marketer' }),
  );
  renderScreen(<ProfilePage />, { at: '/profile' });
  const name = await screen.findByLabelText(/First name/);
  await userEvent.clear(name);
  await userEvent.type(name, 'Augusta');
  await userEvent.click(screen.getByRole('button', { name: 'Remove photo' }));
  await waitFor(() => expect(screen.getByLabelText(/City/)).toHaveProperty('value', 'Oakland'));
  expect(name).toHaveProperty('value', 'Augusta');
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
  await waitFor(() =>
    expect(received.find(({ endpoint }) => endpoint === saveProfile)?.body).toMatchObject({
      firstName: 'Augusta',
      city: 'Oakland',
      latitude: 1,
      longitude: 2,
      gpsVerified: true,
    }),
  );
});
