/** Fixed sample figures for visitors, from the specification. Nothing is computed from them. */
export interface DemoDashboard {
  title: string;
  intro: string;
  tiles: readonly { label: string; value: string; hint: string }[];
  steps: { title: string; points: readonly string[] };
  prompt: string;
}

export const marketerDemo: DemoDashboard = {
  title: 'Marketer dashboard',
  intro: 'A sample week: applications, approvals and earnings.',
  tiles: [
    { label: 'Applications', value: '5', hint: 'this week' },
    { label: 'Approvals', value: '3', hint: 'this week' },
    { label: 'Earned', value: '$135', hint: 'this week' },
    { label: 'Rating', value: '4.8', hint: 'of 5 stars' },
  ],
  steps: {
    title: 'How it works',
    points: [
      'Find a campaign by location, pay and type, and apply in one tap.',
      'On the day, press Start Tracking. The advertiser sees only your approximate location. Your exact location is visible to you, and to our staff in a dispute.',
      'Stop tracking and add your proof. Once it’s approved, the pay moves from escrow to you.',
    ],
  },
  prompt: 'Sign in as a marketer to see campaigns you can apply to.',
};

export const advertiserDemo: DemoDashboard = {
  title: 'Advertiser dashboard',
  intro: 'A sample campaign: ten marketers at $50 each, held in escrow from the start.',
  tiles: [
    { label: 'Marketer payments', value: '$500', hint: '$50 × 10 marketers' },
    { label: 'Platform fee', value: '$75', hint: '15%' },
    { label: 'Held in escrow', value: '$575', hint: 'total charged' },
    { label: 'Avg. Session', value: '2.5h', hint: 'across sessions' },
  ],
  steps: {
    title: 'How it works',
    points: [
      'Set the location, radius, time and pay. You aren’t charged until you fund the campaign.',
      'Approve applicants and follow them live on the map while they work.',
      'Review each proof: Approve & Pay, or reject it with a reason.',
    ],
  },
  prompt: 'Sign in as an advertiser to create your own campaign.',
};
