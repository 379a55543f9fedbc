import { createSlot } from '#platform/web/slot.tsx';

/** In an applicant's panel: the marketer's latest ratings. `id` is the application's. */
export const ApplicantRatings = createSlot<{ id: string }>('applicant-ratings');
