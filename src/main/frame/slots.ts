import { createSlot } from '#platform/web/slot.tsx';

export const HeaderBell = createSlot<object>('header-bell');
