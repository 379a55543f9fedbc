/** Fixed sample figures for people who only look around; the specification names them. Nothing is computed from them. */
export interface DemoDashboard {
  title: string;
  intro: string;
  tiles: readonly { label: string; value: string; hint: string }[];
  steps: { title: string; points: readonly string[] };
  prompt: string;
}

export const marketerDemo: DemoDashboard = {
  title: 'Marketer dashboard',
  intro: 'This is how a week looks to a marketer: what they applied for, what was approved, what it paid.',
  tiles: [
    { label: 'Applications', value: '5', hint: 'this week' },
    { label: 'Approvals', value: '3', hint: 'this week' },
    { label: 'Earned', value: '$135', hint: 'this week' },
    { label: 'Rating', value: '4.8', hint: 'of 5 stars' },
  ],
  steps: {
    title: 'What you do from here',
    points: [
      'Find a campaign by place, pay and kind, and apply with one tap.',
      'On the day, press Start Tracking. The advertiser sees about where you are; your exact position is for you, and for our staff in a dispute.',
      'Stop, add your proof, and the pay moves from escrow to you when it is approved.',
    ],
  },
  prompt: 'Sign in as a marketer to see the campaigns that are open to you.',
};

export const advertiserDemo: DemoDashboard = {
  title: 'Advertiser dashboard',
  intro:
    'This is how a campaign adds up for an advertiser: ten marketers at $50 each, held in escrow from the start.',
  tiles: [
    { label: 'Marketer payments', value: '$500', hint: '$50 × 10 marketers' },
    { label: 'Platform fee', value: '$75', hint: '15%' },
    { label: 'Held in escrow', value: '$575', hint: 'total charged' },
    { label: 'Avg. Session', value: '2.5h', hint: 'across sessions' },
  ],
  steps: {
    title: 'What you do from here',
    points: [
      'Choose a place, a radius, a time and the pay. Nothing is charged until you fund the campaign.',
      'Approve the people who apply, and follow them live on the map while they work.',
      'Review each proof: Approve & Pay, or reject it with a reason.',
    ],
  },
  prompt: 'Sign in as an advertiser to create a campaign of your own.',
};
