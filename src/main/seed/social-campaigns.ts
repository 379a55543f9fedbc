import type { ContentType, SocialPlatform, Tier } from '#campaigns/fields-contract.ts';
import {
  applied,
  approved,
  type CampaignPlan,
  applicationRejected,
  paid,
  proofRejected,
  submitted,
} from './campaign-plan.ts';
import type { Calendar } from './seed-clock.ts';

interface Post {
  title: string;
  company: string;
  description: string;
  on: SocialPlatform;
  as: ContentType;
  tier: Tier;
  payRate: number;
  places: number;
  city: keyof typeof cities;
}

const cities = {
  sanFrancisco: ['San Francisco, CA', 37.7749, -122.4194],
  losAngeles: ['Los Angeles, CA', 34.0522, -118.2437],
  newYork: ['New York, NY', 40.7128, -74.006],
  chicago: ['Chicago, IL', 41.8781, -87.6298],
} as const;

function post({ on, as, tier, payRate, places, city, ...texts }: Post): CampaignPlan['form'] {
  const [address, lat, lng] = cities[city];
  return {
    ...texts,
    campaignType: 'social',
    location: address,
    locationDetails: { address, lat, lng, radius: 10_000 },
    socialMediaPlatform: on,
    contentType: as,
    requiredTier: tier,
    payRate,
    totalMarketersNeeded: places,
    totalBudget: payRate * places,
    instructions: 'Name the product in the first line and leave the post up for a week.',
    proofRequirements: { videoDuration: 0, requireSelfie: false, requireLocationCheck: false },
  };
}

export function socialCampaigns({ day, hoursAgo }: Calendar): CampaignPlan[] {
  return [
    {
      owner: 'avery',
      form: post({
        title: 'First cup of the day',
        company: 'Make-Believe Coffee',
        description: 'Post your first cup of the day with our beans in the picture.',
        on: 'instagram',
        as: 'post',
        tier: 'micro',
        payRate: 150,
        places: 2,
        city: 'sanFrancisco',
      }),
      createdAt: day(-20, 16),
      startsAt: day(-17, 15),
      crew: [paid('mara'), paid('dani')],
    },
    {
      owner: 'emery',
      form: post({
        title: 'Open a can without a sound',
        company: 'Fictional Fizz',
        description: 'A short film: open one of our cans as quietly as you can.',
        on: 'tiktok',
        as: 'video',
        tier: 'nano',
        payRate: 30,
        places: 3,
        city: 'losAngeles',
      }),
      createdAt: day(-16, 17),
      startsAt: day(-13, 17),
      crew: [paid('bo'), paid('dani'), paid('fern')],
    },
    {
      owner: 'finley',
      form: post({
        title: 'Explain our rules in three minutes',
        company: 'Invented Games',
        description: 'Film yourself explaining the shortest of our games to a friend.',
        on: 'youtube',
        as: 'video',
        tier: 'nano',
        payRate: 60,
        places: 1,
        city: 'chicago',
      }),
      createdAt: day(-13, 15),
      startsAt: day(-10, 17),
      crew: [paid('mara')],
    },
    {
      owner: 'emery',
      form: post({
        title: 'Fizz at sundown',
        company: 'Fictional Fizz',
        description: 'A story with our can against the evening sky.',
        on: 'instagram',
        as: 'story',
        tier: 'nano',
        payRate: 20,
        places: 2,
        city: 'newYork',
      }),
      createdAt: day(-6, 17),
      startsAt: day(-3, 15),
      crew: [paid('cleo', { sentAt: hoursAgo(30), decidedAt: hoursAgo(10) }), approved('fern')],
    },
    {
      owner: 'drew',
      form: post({
        title: 'Your year in one sentence',
        company: 'Once Upon Books',
        description: 'Post the best sentence you read this year and name the book.',
        on: 'twitter',
        as: 'tweet',
        tier: 'nano',
        payRate: 15,
        places: 2,
        city: 'chicago',
      }),
      createdAt: day(-8, 15),
      startsAt: day(-5, 15),
      // Approved while a changed wallet email is on hold, so the payment waits and shows why.
      crew: [paid('mara', { sentAt: hoursAgo(26), decidedAt: hoursAgo(3) }), approved('kai')],
    },
    {
      owner: 'drew',
      form: post({
        title: 'A shelf we would envy',
        company: 'Once Upon Books',
        description: 'Show your shelf, with one of our bookmarks peeking out.',
        on: 'facebook',
        as: 'post',
        tier: 'nano',
        payRate: 12,
        places: 2,
        city: 'chicago',
      }),
      createdAt: day(-9, 15),
      startsAt: day(-6, 15),
      // Approved automatically after 72 hours without a decision.
      crew: [submitted('hana', day(-5, 20)), approved('lior')],
    },
    {
      owner: 'avery',
      form: post({
        title: 'Pour over, slowly',
        company: 'Make-Believe Coffee',
        description: 'A film of the slowest pour you can manage, with our filter in view.',
        on: 'tiktok',
        as: 'video',
        tier: 'micro',
        payRate: 80,
        places: 3,
        city: 'losAngeles',
      }),
      createdAt: day(-5, 17),
      startsAt: day(-2, 15),
      crew: [submitted('cleo', hoursAgo(5)), approved('eli'), applied('gus')],
    },
    {
      owner: 'blake',
      form: post({
        title: 'Show us your bell',
        company: 'Imaginary Bicycles',
        description: 'A reel of your ride with our bell on the handlebar, rung at least once.',
        on: 'facebook',
        as: 'reel',
        tier: 'nano',
        payRate: 25,
        places: 3,
        city: 'newYork',
      }),
      createdAt: day(-5, 18),
      startsAt: day(-2, 15),
      crew: [
        proofRejected('mara', {
          sentAt: hoursAgo(28),
          decidedAt: hoursAgo(20),
          notes: 'The bell cannot be seen. Please film it again with the handlebar in view.',
        }),
        approved('gus'),
      ],
    },
    {
      owner: 'finley',
      form: post({
        title: 'First impressions of a new box',
        company: 'Invented Games',
        description: 'Unpack our new game and say what you would change.',
        on: 'youtube',
        as: 'video',
        tier: 'nano',
        payRate: 200,
        places: 2,
        city: 'newYork',
      }),
      createdAt: day(-4, 15),
      startsAt: day(2, 17),
      crew: [applicationRejected('mara', 'We’re looking for a gaming channel this time.'), applied('eli')],
    },
    {
      owner: 'casey',
      form: post({
        title: 'From the door to the corner',
        company: 'Pretend Sneakers',
        description: 'A reel of your first hundred steps of the day in our shoes.',
        on: 'instagram',
        as: 'reel',
        tier: 'micro',
        payRate: 180,
        places: 2,
        city: 'sanFrancisco',
      }),
      createdAt: hoursAgo(15),
      startsAt: day(3, 16),
      crew: [],
    },
  ];
}
