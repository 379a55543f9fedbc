import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, refusalText, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { stubUploads, type UploadStub } from '#uploads/web/test-uploads.ts';
import { createCampaign } from '../../../form-contract.ts';
import { campaignSample } from '../../../sample.ts';
import { BrandAssetFields } from './brand-asset-fields.tsx';
import { type CampaignFormValues, toFormValues } from '../campaign-form-values.ts';
import { advertiser } from '../../dashboard/test-advertiser.ts';
import { useCampaignForm } from '../use-campaign-form.ts';
import { useSaveCampaign } from '../use-save-campaign.ts';

let server: UploadStub;
beforeEach(() => {
  server = stubUploads();
});

function ArtworkForm({ initialValues }: { initialValues: CampaignFormValues }) {
  const form = useCampaignForm({ initialValues });
  const { submit, saveDraft } = useSaveCampaign({ form });
  return (
    <form onSubmit={submit}>
      <BrandAssetFields form={form} />
      <button type="submit">Create Campaign</button>
      <button type="button" onClick={saveDraft}>
        Save as Draft
      </button>
    </form>
  );
}

const show = async (values = toFormValues(campaignSample)) => {
  const clock = createManualClock(new Date('2026-11-21T12:00:00Z'));
  renderScreen(<ArtworkForm initialValues={values} />, { at: '/create-campaign', clock });
  await screen.findByText('T-shirt design');
};
const signedIn = [stubCall(getCurrentUser, advertiser)];
const field = () => screen.getByRole('group', { name: 'T-shirt design' });
const chooseShirt = (name = 'shirt.png', type = 'image/png') =>
  userEvent
    .setup({ applyAccept: false })
    .upload(
      within(field()).getByLabelText('T-shirt design', { selector: 'input' }),
      new File(['a picture'], name, { type }),
    );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('uploaded artwork is saved with the campaign', async () => {
  const received = stubNetwork(...signedIn, stubCall(createCampaign, { ...campaignSample, status: 'draft' }));
  await show();
  await chooseShirt();
  expect(await within(field()).findByText(/^Ready/)).toBeTruthy();
  await press('Save as Draft');
  await screen.findByText('/advertiser');
  expect(received.at(-1)?.body).toMatchObject({ brandAssets: { tshirtDesign: '/api/files/upload-1' } });
});

test('the form waits for artwork that is still uploading', async () => {
  const received = stubNetwork(...signedIn);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  server.trouble = 'offline';
  await show();
  await chooseShirt();
  await within(field()).findByText(/No connection/);
  await press('Save as Draft');
  expect(within(field()).getAllByRole('alert')).not.toHaveLength(0);
  expect(document.activeElement).toBe(within(field()).getByRole('button', { name: /^Choose/ }));
  expect(received.some(({ endpoint }) => endpoint === createCampaign)).toBe(false);
  await press('Remove shirt.png');
  await waitFor(() => expect(within(field()).queryByText(/^Wait for/)).toBeNull());
});

describe.each(['Create Campaign', 'Save as Draft'])(
  '%s waits for a decision about a file that failed',
  (save) => {
    const saved = stubCall(createCampaign, { ...campaignSample, status: 'draft' });

    test('names the failed file and offers a retry, then saves it with the campaign', async () => {
      const received = stubNetwork(...signedIn, saved);
      server.trouble = { status: 401, message: 'Please sign in to continue.' };
      await show();
      await chooseShirt();
      await within(field()).findByText(refusalText('auth/required'));
      await press(save);
      expect(within(field()).getByText(/^shirt\.png/, { selector: '[role=alert]' })).toBeTruthy();
      expect(await screen.findByText('Not saved yet')).toBeTruthy();
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try shirt.png again' }));
      expect(received.some(({ endpoint }) => endpoint === createCampaign)).toBe(false);
      server.trouble = null;
      await userEvent.keyboard('{Enter}');
      await within(field()).findByText(/^Ready/);
      expect(within(field()).queryByText(/wasn’t uploaded/)).toBeNull();
      await press(save);
      await waitFor(() =>
        expect(received.at(-1)?.body).toMatchObject({ brandAssets: { tshirtDesign: '/api/files/upload-1' } }),
      );
    });

    test('a rejected file can only be removed, and then the form is saved without it', async () => {
      const received = stubNetwork(...signedIn, saved);
      await show();
      await chooseShirt('shirt.gif', 'image/gif');
      await press(save);
      expect(within(field()).getByText(/^shirt\.gif/, { selector: '[role=alert]' })).toBeTruthy();
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove shirt.gif' }));
      expect(received.some(({ endpoint }) => endpoint === createCampaign)).toBe(false);
      await userEvent.keyboard('{Enter}');
      await waitFor(() => expect(within(field()).queryByText(/cannot be used/)).toBeNull());
      await press(save);
      await waitFor(() => expect(received.at(-1)?.body).toHaveProperty('brandAssets', {}));
    });
  },
);

test('a failed file is reported together with all other errors', async () => {
  stubNetwork(...signedIn);
  await show({ ...toFormValues(campaignSample), duration: '10' });
  await chooseShirt('shirt.gif', 'image/gif');
  await press('Create Campaign');
  expect(await screen.findByText('Not saved yet')).toBeTruthy();
  expect(within(field()).getByText(/^shirt\.gif/, { selector: '[role=alert]' })).toBeTruthy();
});

test('a file that can no longer be used is reported beside its field', async () => {
  stubNetwork(
    ...signedIn,
    stubRefusal(createCampaign, 'upload/not-found', { 'brandAssets.tshirtDesign': 'Choose it again.' }),
  );
  await show();
  await chooseShirt();
  await within(field()).findByText(/^Ready/);
  await press('Save as Draft');
  expect(await within(field()).findByText('Choose it again.')).toBeTruthy();
  await waitFor(() => expect(field().contains(document.activeElement)).toBe(true));
});
