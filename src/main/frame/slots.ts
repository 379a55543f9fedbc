import { createSlot } from '#platform/web/slot.tsx';

/** The notification bell in the navigation bar. Empty unless filled in pages.tsx. */
export const HeaderBell = createSlot<object>('header-bell');
