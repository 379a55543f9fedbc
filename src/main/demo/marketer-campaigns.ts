import { type Campaign, campaignWindow } from '#campaigns/contract.ts';
import type { CampaignType, SocialPlatform } from '#campaigns/fields-contract.ts';
import { campaignSample } from '#campaigns/sample.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { sampleId } from './sample-ids.ts';

export interface SampleCampaign {
  number: number;
  title: string;
  company: string;
  location: string;
  lat: number;
  lng: number;
  pay: string;
  /** Minutes. Null for a social campaign. */
  minutes: number | null;
  startTime: Date;
  hired: number;
  needed: number;
  platform?: SocialPlatform;
  status?: Campaign['status'];
}

export function toSampleCampaign(sample: SampleCampaign, now: Date): Campaign {
  const { number, title, company, location, lat, lng, pay, minutes, startTime, hired, needed, platform } =
    sample;
  const campaignType: CampaignType = minutes === null ? 'social' : 'wearable';
  const window = campaignWindow({ campaignType, startTime, durationMinutes: minutes });
  return {
    ...campaignSample,
    id: sampleId(number),
    campaignType,
    title,
    company,
    description:
      minutes === null
        ? `Show ${company} on your own channel, in your own words.`
        : `Wear the ${company} shirt or hat, and hand out vouchers to people who ask.`,
    location,
    locationDetails: { address: location, lat, lng, radius: 1000 },
    duration: minutes,
    startTime: startTime.toISOString(),
    opensAt: window.opensAt.toISOString(),
    closesAt: window.closesAt.toISOString(),
    proofDueAt: window.proofDueAt.toISOString(),
    createdAt: new Date(Math.min(startTime.getTime() - 5 * DAY, now.getTime() - 2 * DAY)).toISOString(),
    status: sample.status ?? 'active',
    marketersHired: hired,
    totalMarketersNeeded: needed,
    applicationsCount: hired + 2,
    totalBudget: Number(pay) * needed,
    payRate: pay,
    ...(platform
      ? ({
          socialMediaPlatform: platform,
          contentType: platform === 'instagram' ? 'story' : 'video',
          minFollowers: 1000,
          maxFollowers: 10_000,
          requiredTier: 'nano',
        } as const)
      : {}),
  };
}

const ferryBuilding = { location: 'Ferry Building, San Francisco, CA', lat: 37.7955, lng: -122.3937 };
const mission = { location: 'Mission Street, San Francisco, CA', lat: 37.7599, lng: -122.4148 };
const marina = { location: 'Marina Green, San Francisco, CA', lat: 37.8061, lng: -122.4372 };
const hayes = { location: 'Hayes Valley, San Francisco, CA', lat: 37.7765, lng: -122.4241 };

export type MarketerCampaigns = ReturnType<typeof marketerCampaigns>;

export function marketerCampaigns(now: Date) {
  const hour = Math.floor(now.getTime() / HOUR) * HOUR;
  const at = (days: number) => new Date(hour + days * DAY);
  const make = (
    number: number,
    title: string,
    company: string,
    place: typeof mission,
    values: Pick<SampleCampaign, 'pay' | 'minutes' | 'startTime'> & Partial<SampleCampaign>,
  ) => toSampleCampaign({ number, title, company, hired: 2, needed: 4, ...place, ...values }, now);
  return {
    week: [
      make(2, 'Ferry Building coffee morning', 'Harbor Roasters', ferryBuilding, {
        pay: '45.00',
        minutes: 60,
        startTime: at(2),
      }),
      make(3, 'A story with your first cup', 'Harbor Roasters', hayes, {
        pay: '80.00',
        minutes: null,
        startTime: at(-1),
        platform: 'instagram',
      }),
      make(4, 'Unbox a summer hat', 'Bay Hats', hayes, {
        pay: '120.00',
        minutes: null,
        startTime: at(1),
        platform: 'tiktok',
      }),
      make(5, 'Marina Green fun run', 'Stride Outdoor', marina, {
        pay: '60.00',
        minutes: 90,
        startTime: at(6),
      }),
      make(6, 'Sunday book market', 'Paper Lane Books', mission, {
        pay: '50.00',
        minutes: 60,
        startTime: at(9),
      }),
    ],
    earlier: [
      make(7, 'Mission street market', 'Harbor Roasters', mission, {
        pay: '45.00',
        minutes: 60,
        startTime: at(-0.25),
      }),
      make(8, 'Lunch hour in the park', 'Green Bowl', hayes, {
        pay: '45.00',
        minutes: 60,
        startTime: at(-3),
        status: 'completed',
      }),
      make(9, 'Hats at the harbor', 'Bay Hats', ferryBuilding, {
        pay: '45.00',
        minutes: 60,
        startTime: at(-4),
        status: 'completed',
      }),
      make(10, 'Gallery night', 'Paper Lane Books', mission, {
        pay: '45.00',
        minutes: 60,
        startTime: at(-5),
        status: 'completed',
      }),
    ],
    near: [
      make(11, 'Saturday market shirts', 'Green Bowl', ferryBuilding, {
        pay: '50.00',
        minutes: 30,
        startTime: at(3),
      }),
      make(12, 'Sunset on Marina Green', 'Stride Outdoor', marina, {
        pay: '75.00',
        minutes: 45,
        startTime: at(4),
      }),
      make(13, 'Cold brew on Market Street', 'Harbor Roasters', hayes, {
        pay: '100.00',
        minutes: 60,
        startTime: at(5),
      }),
      make(14, 'Your favorite bowl in a reel', 'Green Bowl', hayes, {
        pay: '150.00',
        minutes: null,
        startTime: at(2),
        platform: 'instagram',
      }),
    ],
  } as const;
}
