import { applied, approved, type CampaignPlan, paid, proofRejected, submitted } from './campaign-plan.ts';
import type { Calendar } from './seed-clock.ts';

const places = {
  ferryBuilding: ['Ferry Building, San Francisco, CA', 37.7955, -122.3937],
  valencia: ['Valencia Street, San Francisco, CA', 37.7599, -122.4212],
  doloresPark: ['Dolores Park, San Francisco, CA', 37.7596, -122.4269],
  embarcadero: ['The Embarcadero, San Francisco, CA', 37.7993, -122.3977],
  marinaGreen: ['Marina Green, San Francisco, CA', 37.8065, -122.432],
  grandPark: ['Grand Park, Los Angeles, CA', 34.0564, -118.2468],
  echoPark: ['Echo Park Lake, Los Angeles, CA', 34.0728, -118.2606],
  unionSquare: ['Union Square, New York, NY', 40.7359, -73.9911],
  bryantPark: ['Bryant Park, New York, NY', 40.7536, -73.9832],
  prospectPark: ['Prospect Park, New York, NY', 40.6602, -73.969],
  dominoPark: ['Domino Park, New York, NY', 40.7145, -73.968],
  millenniumPark: ['Millennium Park, Chicago, IL', 41.8826, -87.6226],
  wickerPark: ['Wicker Park, Chicago, IL', 41.9088, -87.6796],
  lincolnPark: ['Lincoln Park, Chicago, IL', 41.9214, -87.6337],
  navyPier: ['Navy Pier, Chicago, IL', 41.8917, -87.6086],
} as const satisfies Record<string, readonly [address: string, lat: number, lng: number]>;

interface Wear {
  title: string;
  company: string;
  description: string;
  place: keyof typeof places;
  minutes: number;
  payRate: number;
  places: number;
}

function wear({ place, minutes, payRate, places: count, ...texts }: Wear): CampaignPlan['form'] {
  const [address, lat, lng] = places[place];
  return {
    ...texts,
    campaignType: 'wearable',
    location: address,
    locationDetails: { address, lat, lng, radius: 1000 },
    duration: minutes,
    payRate,
    totalMarketersNeeded: count,
    totalBudget: payRate * count,
    instructions: 'Pick up your shirt on site ten minutes before the start.',
    proofRequirements: { videoDuration: 0, requireSelfie: true, requireLocationCheck: true },
  };
}

export function wearableCampaigns({ day, hoursAgo, soon }: Calendar): CampaignPlan[] {
  return [
    {
      owner: 'avery',
      form: wear({
        title: 'Cold brew at the Ferry Building',
        company: 'Make-Believe Coffee',
        description: 'Wear our shirt along the ferry landings and hand out tasting vouchers.',
        place: 'ferryBuilding',
        minutes: 90,
        payRate: 40,
        places: 2,
      }),
      createdAt: day(-26, 16),
      startsAt: day(-24, 17),
      crew: [paid('mara'), paid('bo', { tip: '5.00' })],
    },
    {
      owner: 'blake',
      form: wear({
        title: 'Ride-in at Grand Park',
        company: 'Imaginary Bicycles',
        description: 'Stand with our test bicycles, in our shirt, and invite people to a lap.',
        place: 'grandPark',
        minutes: 60,
        payRate: 55,
        places: 2,
      }),
      createdAt: day(-23, 16),
      startsAt: day(-19, 18),
      crew: [paid('cleo'), paid('dani')],
    },
    {
      owner: 'casey',
      form: wear({
        title: 'Morning laps in Union Square',
        company: 'Pretend Sneakers',
        description: 'Walk the square in our shirt and shoes while the market opens.',
        place: 'unionSquare',
        minutes: 60,
        payRate: 35,
        places: 2,
      }),
      createdAt: day(-18, 14),
      startsAt: day(-15, 13),
      crew: [paid('eli'), paid('fern')],
    },
    {
      owner: 'drew',
      form: wear({
        title: 'Story walk in Wicker Park',
        company: 'Once Upon Books',
        description: 'Wear the first line of a book on your back and give the second to anyone who asks.',
        place: 'wickerPark',
        minutes: 90,
        payRate: 45,
        places: 2,
      }),
      createdAt: day(-14, 15),
      startsAt: day(-11, 16),
      crew: [paid('gus'), paid('hana')],
    },
    // What an administrator decides: an unanswered dispute, a weak proof, and pay that the wallet has returned.
    {
      owner: 'casey',
      form: wear({
        title: 'Evening stride in Domino Park',
        company: 'Pretend Sneakers',
        description: 'Walk the shore in our shirt while the sun sets, and let people try the soles.',
        place: 'dominoPark',
        minutes: 60,
        payRate: 44,
        places: 3,
      }),
      createdAt: day(-9, 15),
      startsAt: day(-6, 18),
      crew: [
        proofRejected('fern', {
          decidedAt: day(-5, 12),
          notes: 'The shirt cannot be seen in the photos.',
          dispute: {
            at: day(-5, 20),
            reason: 'The shirt is in both photos. It was windy, so my jacket was open, not closed.',
          },
        }),
        { who: 'lior', decision: 'approved', work: { leavesAfter: 20 } },
        paid('noa', { decidedAt: day(-5, 13) }),
      ],
    },
    {
      owner: 'avery',
      form: wear({
        title: 'Second cup on Valencia Street',
        company: 'Make-Believe Coffee',
        description: 'Show our new cup along Valencia Street between the shops.',
        place: 'valencia',
        minutes: 60,
        payRate: 36,
        places: 2,
      }),
      createdAt: day(-5, 16),
      startsAt: hoursAgo(20),
      crew: [submitted('mara', hoursAgo(16)), paid('bo', { sentAt: hoursAgo(17), decidedAt: hoursAgo(6) })],
    },
    {
      owner: 'avery',
      form: wear({
        title: 'Pop-up tasting at Dolores Park',
        company: 'Make-Believe Coffee',
        description: 'Carry our sample tray through the park in a barista’s apron.',
        place: 'doloresPark',
        minutes: 90,
        payRate: 42,
        places: 3,
      }),
      createdAt: day(-3, 17),
      startsAt: soon(10),
      crew: [approved('mara'), approved('ivo'), applied('kai')],
    },
    {
      owner: 'avery',
      form: wear({
        title: 'Weekend beans at Echo Park',
        company: 'Make-Believe Coffee',
        description: 'Wear our shirt around the lake and tell people where the roastery would be.',
        place: 'echoPark',
        minutes: 120,
        payRate: 60,
        places: 3,
      }),
      createdAt: day(-3, 18),
      startsAt: day(5, 18),
      crew: [
        applied('dani', 'I live by the lake and know every regular with a dog.'),
        applied('cleo', 'Two coffee campaigns behind me. Happy to start early.'),
        applied('bo'),
      ],
    },
    {
      owner: 'casey',
      form: wear({
        title: 'Lakefront warm-up',
        company: 'Pretend Sneakers',
        description: 'Stretch where the runners pass, in our shirt, and answer their questions.',
        place: 'millenniumPark',
        minutes: 60,
        payRate: 38,
        places: 2,
      }),
      createdAt: day(-6, 15),
      startsAt: day(3, 15),
      crew: [approved('gus'), approved('juno')],
    },
    {
      owner: 'blake',
      form: wear({
        title: 'Bicycle valet at Bryant Park',
        company: 'Imaginary Bicycles',
        description: 'Park visitors’ bicycles in our shirt and hand out the ticket with our name.',
        place: 'bryantPark',
        minutes: 180,
        payRate: 75,
        places: 3,
      }),
      createdAt: day(-7, 16),
      startsAt: day(4, 16),
      crew: [approved('eli'), approved('fern'), approved('lior')],
    },
    {
      owner: 'blake',
      form: wear({
        title: 'Bell test on the Embarcadero',
        company: 'Imaginary Bicycles',
        description: 'Ring our loudest bell along the waterfront, in our shirt.',
        place: 'embarcadero',
        minutes: 90,
        payRate: 50,
        places: 2,
      }),
      createdAt: day(-4, 17),
      startsAt: day(6, 17),
      crew: [approved('bo'), applied('mara')],
    },
    {
      owner: 'casey',
      form: wear({
        title: 'Soft launch at Prospect Park',
        company: 'Pretend Sneakers',
        description: 'Walk the loop in our softest shoes and let people feel the soles.',
        place: 'prospectPark',
        minutes: 120,
        payRate: 64,
        places: 4,
      }),
      createdAt: day(-4, 14),
      startsAt: day(7, 14),
      crew: [approved('lior'), applied('fern')],
    },
    {
      owner: 'drew',
      form: wear({
        title: 'Pages by the lake',
        company: 'Once Upon Books',
        description: 'Read aloud in our shirt where people rest, a page at a time.',
        place: 'lincolnPark',
        minutes: 90,
        payRate: 39,
        places: 2,
      }),
      createdAt: day(-3, 15),
      startsAt: day(8, 16),
      crew: [applied('gus')],
    },
    {
      owner: 'emery',
      form: wear({
        title: 'Tasting tour on Marina Green',
        company: 'Fictional Fizz',
        description: 'Pour small cups in our shirt for people who come to see the bridge.',
        place: 'marinaGreen',
        minutes: 90,
        payRate: 45,
        places: 2,
      }),
      createdAt: day(-3, 16),
      startsAt: day(9, 19),
      crew: [approved('mara')],
    },
    {
      owner: 'finley',
      form: wear({
        title: 'Board games on the pier',
        company: 'Invented Games',
        description: 'Set up our table on the pier, in our shirt, and explain the rules.',
        place: 'navyPier',
        minutes: 120,
        payRate: 52,
        places: 3,
      }),
      createdAt: hoursAgo(20),
      startsAt: day(10, 18),
      crew: [],
    },
    {
      owner: 'avery',
      form: wear({
        title: 'Sunday roast at Domino Park',
        company: 'Make-Believe Coffee',
        description: 'Hand out Sunday’s roast by the river, in our shirt.',
        place: 'dominoPark',
        minutes: 90,
        payRate: 48,
        places: 2,
      }),
      createdAt: hoursAgo(12),
      startsAt: day(12, 16),
      ends: 'complete-draft',
      crew: [],
    },
    {
      owner: 'avery',
      form: { title: 'Harvest blend, somewhere in Chicago', company: 'Make-Believe Coffee' },
      createdAt: hoursAgo(7),
      startsAt: day(20, 16),
      ends: 'incomplete-draft',
      crew: [],
    },
  ];
}
