import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { campaignSample } from '#campaigns/sample.ts';
import { pasteInto, renderScreen, stubCall, stubNetwork, stubRefusal } from '#platform/web/screen-test.tsx';
import {
  changeRating,
  listCampaignRatings,
  listRatingExchanges,
  rate,
  type RatingExchange,
  replyToRating,
} from '../contract.ts';
import { ratingExchangeSample, ratingSample, ratingsReceivedSample } from '../sample.ts';
import { RatingExchanges } from './rating-exchanges.tsx';
import BusinessRatings from './received-ratings.tsx';

const open = ratingExchangeSample;
const own = { ...ratingSample, authorSide: 'marketer' as const, authorName: 'Maya L.', ticks: [] };
const waiting: RatingExchange = {
  ...open,
  own: { ...own, isPublished: false, text: 'Mine.' },
  can: { rate: false, change: true, reply: false },
};
const published: RatingExchange = {
  ...open,
  own,
  other: ratingSample,
  isOtherSent: true,
  can: { rate: false, change: false, reply: true },
};
const show = () => renderScreen(<RatingExchanges campaignId={open.campaignId} />);

test('asks for stars, and sends them with ticks and words', async () => {
  const received = stubNetwork(stubCall(listRatingExchanges, [open]), stubCall(rate, waiting));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Rate Harbor Roasters' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rate Harbor Roasters' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Send rating' }));
  expect(dialog.getByRole('alert')).toBeTruthy();
  expect(received.some(({ endpoint }) => endpoint === rate)).toBe(false);
  await userEvent.click(dialog.getByRole('radio', { name: '4 stars' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Would work for them again' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Clear instructions' }));
  await pasteInto(dialog.getByLabelText('In your words'), 'Friendly people.');
  await userEvent.click(dialog.getByRole('button', { name: 'Send rating' }));
  expect(await screen.findByText('Rating sent')).toBeTruthy();
  expect(received.find(({ endpoint }) => endpoint === rate)?.body).toEqual({
    applicationId: open.applicationId,
    stars: 4,
    ticks: ['clear-brief', 'would-work-again'],
    text: 'Friendly people.',
  });
});

test('changes a rating that is not public, and keeps the dialog open if it has just become public', async () => {
  stubNetwork(stubCall(listRatingExchanges, [waiting]), stubRefusal(changeRating, 'rating/published'));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Change your rating of Harbor Roasters' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText('In your words')).toHaveProperty('value', 'Mine.');
  await userEvent.click(dialog.getByRole('button', { name: 'Save rating' }));
  expect(await dialog.findByRole('alert')).toBeTruthy();
});

test('shows both ratings once they are public, and replies', async () => {
  const replied = { ...published, can: { ...published.can, reply: false } };
  const received = stubNetwork(stubCall(listRatingExchanges, [published]), stubCall(replyToRating, replied));
  show();
  const list = within(await screen.findByRole('list', { name: 'Ratings' }));
  expect(list.getAllByText('5 of 5 stars')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Reply to Harbor Roasters' }));
  const dialog = within(await screen.findByRole('dialog'));
  await pasteInto(dialog.getByRole('textbox'), 'Thank you.');
  await userEvent.click(dialog.getByRole('button', { name: 'Send reply' }));
  expect(await screen.findByText('Reply sent')).toBeTruthy();
  expect(received.find(({ endpoint }) => endpoint === replyToRating)?.body).toEqual({ text: 'Thank you.' });
});

test('shows the ratings of a business, hidden words as hidden, and no name where there is none', async () => {
  const hidden = { ...ratingSample, text: null, isTextHidden: true, authorName: null };
  stubNetwork(stubCall(listCampaignRatings, { ...ratingsReceivedSample, ratings: [hidden] }));
  renderScreen(<BusinessRatings campaign={campaignSample} />);
  expect(await screen.findByText('(12 ratings)')).toBeTruthy();
  expect(screen.getByText('A business')).toBeTruthy();
  expect(screen.getByText('An administrator hid these words.')).toBeTruthy();
});

test('says that there are no ratings instead of 5.0', async () => {
  stubNetwork(stubCall(listCampaignRatings, { rating: 5, ratingCount: 0, ratings: [] }));
  renderScreen(<BusinessRatings campaign={campaignSample} />);
  expect(await screen.findByText('No ratings yet')).toBeTruthy();
  expect(screen.queryByText('5.0')).toBeNull();
});

test('retries after a failure', async () => {
  stubNetwork(stubRefusal(listRatingExchanges, 'server/busy'));
  show();
  await screen.findByRole('alert');
  stubNetwork(stubCall(listRatingExchanges, [open]));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('listitem')).toBeTruthy();
});
