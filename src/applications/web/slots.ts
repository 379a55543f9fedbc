import { createSlot } from '#platform/web/slot.tsx';

/** On an applicant's row: opens the ratings of the marketer. `id` is the application's. */
export const ApplicantRatings = createSlot<{ id: string; name: string }>('applicant-ratings');
