import { createSlot } from '#platform/web/slot.tsx';

/** The bell of the navigation bar, with its own unread count; nothing stands there while nobody fills it. */
export const HeaderBell = createSlot<object>('header-bell');
