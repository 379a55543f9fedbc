import { createSlot } from '#platform/web/slot.tsx';

/** On the page of an open dispute, for admins: reads the conversation of both sides. */
export const DisputeMessages = createSlot<{ applicationId: string }>('dispute-messages');
