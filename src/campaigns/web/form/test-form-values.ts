import { type CampaignFormValues, emptyValues } from './campaign-form-values.ts';

export const filledForm: CampaignFormValues = {
  ...emptyValues('Harbor Roasters'),
  title: 'Cold brew on Market Street',
  description: 'Wear our T-shirt along Market Street.',
  locationDetails: { address: 'Market Street, San Francisco, CA', lat: 37.79, lng: -122.4, radius: 2000 },
  startTime: '2026-12-01 09:00:00',
  payRate: '40',
  duration: '90',
  totalMarketersNeeded: '3',
  totalBudget: '120',
};
