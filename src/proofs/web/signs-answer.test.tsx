import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { refusalText, renderScreen, stubCall, stubNetwork, stubRefusal } from '#platform/web/screen-test.tsx';
import { answerSigns, type Proof } from '../contract.ts';
import { proofSample } from '../sample.ts';
import { SignsAnswer } from './signs-answer.tsx';

const proof: Proof = { ...proofSample, can: { ...proofSample.can, answerSigns: true } };

async function answer(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Answer these signs' }));
  await userEvent.type(screen.getByRole('textbox', { name: /Your answer/ }), 'It lay in the window.');
  await userEvent.click(screen.getByRole('button', { name: 'Save answer' }));
}

test('saves what the marketer says about the signs', async () => {
  const received = stubNetwork(stubCall(answerSigns, proof));
  renderScreen(<SignsAnswer proof={proof} />);
  await answer();
  expect(await screen.findByText('Answer saved')).toBeTruthy();
  expect(received[0]).toMatchObject({ params: { id: proof.id }, body: { text: 'It lay in the window.' } });
});

test('keeps the text if it could not be saved', async () => {
  stubNetwork(stubRefusal(answerSigns, 'proof/decided'));
  renderScreen(<SignsAnswer proof={proof} />);
  await answer();
  expect((await screen.findByRole('alert')).textContent).toContain(refusalText('proof/decided'));
  expect(screen.getByDisplayValue('It lay in the window.')).toBeTruthy();
});

test('shows a saved answer without a button once the proof is decided', () => {
  renderScreen(<SignsAnswer proof={{ ...proofSample, signsAnswer: 'It lay in the window.' }} />);
  expect(screen.getByText('It lay in the window.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
