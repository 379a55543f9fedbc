import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { renderScreen, stubCall, stubNetwork } from '#platform/web/screen-test.tsx';
import { useKeptNote } from './kept-note.ts';
import { NoteField } from './note-field.tsx';

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
