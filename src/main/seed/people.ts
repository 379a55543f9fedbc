import type { DemoAccount } from '#auth/contract.ts';
import { demoEmail } from '#auth/server/sign-in/sign-in.ts';
import type { TeamRole } from '#teams/contract.ts';
import type { Calendar } from './seed-clock.ts';

export interface Person {
  key: string;
  email: string;
  userType: 'marketer' | 'advertiser';
  firstName: string;
  lastName: string;
  home: Home;
  joinsAt: Date;
  walletEmail?: string;
  /** A later wallet email, and when it replaced the first. */
  newWallet?: { email: string; setAt: Date };
  identity?: { sentAt: Date; decidedAt?: Date; rejectedFor?: string };
  business?: Business;
  readsAt?: Date;
}

interface Business {
  name: string;
  category: 'food_beverage' | 'retail' | 'technology' | 'fitness' | 'entertainment';
  description: string;
}

interface Home {
  city: string;
  state: string;
  zipCode: string;
}

const sanFrancisco: Home = { city: 'San Francisco', state: 'CA', zipCode: '94103' };
const losAngeles: Home = { city: 'Los Angeles', state: 'CA', zipCode: '90012' };
const newYork: Home = { city: 'New York', state: 'NY', zipCode: '10003' };
const chicago: Home = { city: 'Chicago', state: 'IL', zipCode: '60601' };

/** `.test` is a reserved domain, so no email can be delivered. */
const toDemoEmail = (key: string) => `${key}@demo.promenade.test`;

export const adminEmail = demoEmail('admin');

export function demoPeople({ day, hoursAgo }: Calendar): Person[] {
  const checked = (days: number) => ({ sentAt: day(days, 18), decidedAt: day(days + 1, 12) });
  const marketer = (
    key: string,
    firstName: string,
    lastName: string,
    home: Home,
    joinsAt: Date,
    more: Partial<Person>,
  ): Person => ({
    key,
    email: toDemoEmail(key),
    userType: 'marketer',
    firstName,
    lastName,
    home,
    joinsAt,
    ...more,
  });
  const advertiser = (
    key: string,
    [firstName, lastName]: [string, string],
    home: Home,
    joinsAt: Date,
    business: Business,
    more: Partial<Person>,
  ): Person => ({
    ...marketer(key, firstName, lastName, home, joinsAt, more),
    userType: 'advertiser',
    business,
  });
  const paidTo = (key: string) => ({ walletEmail: `wallet.${key}@demo.promenade.test` });

  return [
    advertiser(
      'avery',
      ['Avery', 'Sample'],
      sanFrancisco,
      day(-29, 15),
      {
        name: 'Make-Believe Coffee',
        category: 'food_beverage',
        description: 'An invented roastery for trying out Promenade.',
      },
      { email: demo('advertiser'), identity: checked(-29), readsAt: hoursAgo(30) },
    ),
    advertiser(
      'blake',
      ['Blake', 'Example'],
      losAngeles,
      day(-25, 16),
      { name: 'Imaginary Bicycles', category: 'retail', description: 'Bicycles that exist only on paper.' },
      { identity: checked(-25) },
    ),
    advertiser(
      'casey',
      ['Casey', 'Placeholder'],
      newYork,
      day(-20, 14),
      {
        name: 'Pretend Sneakers',
        category: 'fitness',
        description: 'Running shoes that exist only in our heads.',
      },
      { identity: checked(-20) },
    ),
    advertiser(
      'emery',
      ['Emery', 'Mockup'],
      sanFrancisco,
      day(-18, 17),
      { name: 'Fictional Fizz', category: 'food_beverage', description: 'A lemonade made of words.' },
      { identity: { sentAt: hoursAgo(26) } },
    ),
    advertiser(
      'drew',
      ['Drew', 'Specimen'],
      chicago,
      day(-17, 15),
      { name: 'Once Upon Books', category: 'retail', description: 'A bookshop from a storybook.' },
      {},
    ),
    advertiser(
      'finley',
      ['Finley', 'Pretend'],
      chicago,
      day(-14, 15),
      {
        name: 'Invented Games',
        category: 'entertainment',
        description: 'Board games that were never printed.',
      },
      {},
    ),
    // Works for the demo advertiser and has no business.
    { ...marketer('robin', 'Robin', 'Dummy', sanFrancisco, day(-12, 16), {}), userType: 'advertiser' },
    marketer('mara', 'Mara', 'Sample', sanFrancisco, day(-28, 14), {
      email: demo('marketer'),
      ...paidTo('mara'),
      newWallet: { email: 'new.wallet.mara@demo.promenade.test', setAt: hoursAgo(8) },
      identity: checked(-28),
      readsAt: hoursAgo(30),
    }),
    marketer('bo', 'Bo', 'Example', sanFrancisco, day(-28, 15), { ...paidTo('bo'), identity: checked(-28) }),
    marketer('cleo', 'Cleo', 'Placeholder', losAngeles, day(-27, 15), {
      ...paidTo('cleo'),
      identity: checked(-27),
    }),
    marketer('dani', 'Dani', 'Specimen', losAngeles, day(-26, 15), {
      ...paidTo('dani'),
      identity: checked(-26),
    }),
    // Identity approved, but no wallet email yet.
    marketer('eli', 'Eli', 'Mockup', newYork, day(-24, 15), { identity: checked(-24) }),
    marketer('fern', 'Fern', 'Pretend', newYork, day(-23, 15), { ...paidTo('fern'), identity: checked(-23) }),
    marketer('gus', 'Gus', 'Facsimile', chicago, day(-22, 15), { ...paidTo('gus'), identity: checked(-22) }),
    // The simulated wallet returns what is paid to an address that begins with 'fail'.
    marketer('noa', 'Noa', 'Doe', newYork, day(-21, 15), {
      walletEmail: 'fail.noa@demo.promenade.test',
      identity: checked(-21),
    }),
    marketer('hana', 'Hana', 'Prototype', chicago, day(-16, 15), {
      ...paidTo('hana'),
      identity: { sentAt: hoursAgo(40) },
    }),
    marketer('ivo', 'Ivo', 'Replica', sanFrancisco, day(-13, 15), { identity: { sentAt: hoursAgo(9) } }),
    marketer('juno', 'Juno', 'Stand-In', chicago, day(-12, 15), {
      identity: {
        sentAt: day(-12, 16),
        decidedAt: day(-11, 12),
        rejectedFor: 'The proof of address is older than three months. Please send a newer one.',
      },
    }),
    marketer('kai', 'Kai', 'Madeup', sanFrancisco, day(-9, 15), {}),
    marketer('lior', 'Lior', 'Fable', newYork, day(-8, 15), {}),
  ];
}

export interface TeamPlan {
  owner: string;
  colleague: { key: string; role: TeamRole; joinsAt: Date };
  /** An invitation that stays pending, because this address never signs up. */
  waiting: { email: string; role: TeamRole; invitedAt: Date };
}

export function demoTeam({ day, hoursAgo }: Calendar): TeamPlan {
  return {
    owner: 'avery',
    colleague: { key: 'robin', role: 'manager', joinsAt: day(-12, 17) },
    waiting: { email: toDemoEmail('quinn'), role: 'viewer', invitedAt: hoursAgo(22) },
  };
}

const demo = (which: DemoAccount) => demoEmail(which);
