import type { AdminRating, Rating, RatingExchange, RatingsReceived } from './contract.ts';

export const ratingSample: Rating = {
  id: '3b1f7c2e-9a4d-4e58-8c61-7d2e5f90ab13',
  authorSide: 'advertiser',
  authorName: 'Harbor Roasters',
  stars: 5,
  ticks: ['on-time', 'would-hire-again'],
  text: 'Friendly, on time, and the shirt was seen by half of Market Street.',
  isTextHidden: false,
  sentAt: '2026-12-06T09:00:00.000Z',
  publishedAt: '2026-12-13T09:00:00.000Z',
  isPublished: true,
  reply: null,
};

export const ratingExchangeSample: RatingExchange = {
  applicationId: '0b9e6f52-5c0f-4c0b-8a1e-0c8f3a6f7d21',
  campaignId: '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11',
  campaignTitle: 'Cold brew on Market Street',
  side: 'marketer',
  otherName: 'Harbor Roasters',
  openedAt: '2026-12-05T09:00:00.000Z',
  closesAt: '2027-01-04T09:00:00.000Z',
  own: null,
  other: null,
  isOtherSent: false,
  can: { rate: true, change: false, reply: false },
};

export const ratingsReceivedSample: RatingsReceived = {
  rating: 4.8,
  ratingCount: 12,
  ratings: [ratingSample],
};

export const adminRatingSample: AdminRating = {
  rating: ratingSample,
  campaignId: '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11',
  campaignTitle: 'Cold brew on Market Street',
  ratedName: 'Maya L.',
};
