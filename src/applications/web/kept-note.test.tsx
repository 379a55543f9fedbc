import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { getCampaign } from '#campaigns/contract.ts';
import { campaignSample } from '#campaigns/sample.ts';
import { renderScreen, stubCall, stubNetwork } from '#platform/web/screen-test.tsx';
import { apply } from '../contract.ts';
import { type Eligibility, getEligibility } from '../eligibility-contract.ts';
import { applicationSample } from '../sample.ts';
import { useKeptNote } from './kept-note.ts';
import { NoteField } from './note-field.tsx';
import { useApply } from './use-apply.tsx';

function Note({ campaignId }: { campaignId: string }) {
  const [note, setNote] = useKeptNote(campaignId);
  return <NoteField value={note} onChange={setNote} />;
}

function Page({ campaignId }: { campaignId: string }) {
  return useCurrentUser().user ? <Note campaignId={campaignId} /> : null;
}

test('a note survives a visit to another page, for its own campaign only', async () => {
  stubNetwork(stubCall(getCurrentUser, testUser()));
  const field = () => screen.findByLabelText<HTMLInputElement>('Note to the advertiser');
  const first = renderScreen(<Page campaignId="one" />);
  await userEvent.type(await field(), 'I live around the corner.');
  first.unmount();
  const back = renderScreen(<Page campaignId="one" />);
  expect((await field()).value).toBe('I live around the corner.');
  back.unmount();
  renderScreen(<Page campaignId="two" />);
  expect((await field()).value).toBe('');
});

function ApplyPage() {
  const applying = useApply();
  return (
    <>
      <button type="button" onClick={() => applying.apply(campaignSample, 'Great crowd')}>
        Apply
      </button>
      {applying.modals}
    </>
  );
}

test('a note is sent after the dialog about unmet requirements, also without storage', async () => {
  const consents = { ageVerified: true, termsAccepted: true, privacyAccepted: true, locationConsent: true };
  const unmet = { code: 'application/paused', text: 'Paused', fixAt: null, until: null } as const;
  const answers: Eligibility[] = [{ canApply: false, missing: [unmet] }];
  const received = stubNetwork(
    stubCall(getCurrentUser, testUser(consents)),
    stubCall(getCampaign, campaignSample),
    stubCall(getEligibility, () => answers.pop() ?? { canApply: true, missing: [] }),
    stubCall(apply, applicationSample),
  );
  const places = (['getItem', 'setItem'] as const).map((name) =>
    vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('no storage', 'SecurityError');
    }),
  );
  try {
    renderScreen(<ApplyPage />);
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Apply Now' }));
    await waitFor(() =>
      expect(received.find(({ endpoint }) => endpoint === apply)?.body).toEqual({
        campaignId: campaignSample.id,
        note: 'Great crowd',
      }),
    );
  } finally {
    for (const spy of places) spy.mockRestore();
  }
});
