import type { CampaignPlan } from './campaign-plan.ts';

type Corner = readonly [lat: number, lng: number];

const doloresPark: readonly Corner[] = [
  [37.7613, -122.4264],
  [37.7611, -122.4282],
  [37.758, -122.4279],
  [37.7582, -122.4261],
];
const prospectPark: readonly Corner[] = [
  [40.6718, -73.9705],
  [40.6632, -73.9622],
  [40.6552, -73.9618],
  [40.6509, -73.9716],
  [40.6604, -73.9795],
];

const places = {
  ferryBuilding: ['Ferry Building, San Francisco, CA', 37.7955, -122.3937],
  valencia: ['Valencia Street, San Francisco, CA', 37.7599, -122.4212],
  doloresPark: ['Dolores Park, San Francisco, CA', 37.7596, -122.4269, doloresPark],
  embarcadero: ['The Embarcadero, San Francisco, CA', 37.7993, -122.3977],
  marinaGreen: ['Marina Green, San Francisco, CA', 37.8065, -122.432],
  grandPark: ['Grand Park, Los Angeles, CA', 34.0564, -118.2468],
  echoPark: ['Echo Park Lake, Los Angeles, CA', 34.0728, -118.2606],
  unionSquare: ['Union Square, New York, NY', 40.7359, -73.9911],
  bryantPark: ['Bryant Park, New York, NY', 40.7536, -73.9832],
  prospectPark: ['Prospect Park, New York, NY', 40.6602, -73.969, prospectPark],
  dominoPark: ['Domino Park, New York, NY', 40.7145, -73.968],
  millenniumPark: ['Millennium Park, Chicago, IL', 41.8826, -87.6226],
  wickerPark: ['Wicker Park, Chicago, IL', 41.9088, -87.6796],
  lincolnPark: ['Lincoln Park, Chicago, IL', 41.9214, -87.6337],
  navyPier: ['Navy Pier, Chicago, IL', 41.8917, -87.6086],
} as const satisfies Record<
  string,
  readonly [address: string, lat: number, lng: number, corners?: readonly Corner[]]
>;

interface Wear {
  title: string;
  company: string;
  description: string;
  place: keyof typeof places;
  minutes: number;
  payRate: number;
  places: number;
}

export function toWearableForm({
  place,
  minutes,
  payRate,
  places: count,
  ...texts
}: Wear): CampaignPlan['form'] {
  const [address, lat, lng, corners] = places[place];
  return {
    ...texts,
    campaignType: 'wearable',
    location: address,
    locationDetails: {
      address,
      lat,
      lng,
      radius: 1000,
      ...(corners && { corners: corners.map(([north, east]) => ({ lat: north, lng: east })) }),
    },
    duration: minutes,
    payRate,
    totalMarketersNeeded: count,
    totalBudget: payRate * count,
    instructions: 'Pick up your shirt on site ten minutes before the start.',
    proofRequirements: { videoDuration: 0, requireSelfie: true, requireLocationCheck: true },
  };
}
