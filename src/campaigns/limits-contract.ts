/** Limits of the campaign form, which screens show too. */

export const MIN_WEARABLE_PAY_DOLLARS = 25;
export const MIN_DURATION_MINUTES = 30;
export const RADIUS_OPTIONS_METERS = [100, 250, 500, 1000, 2000, 3000, 5000, 10_000] as const;
export const DEFAULT_RADIUS_METERS = 1000;
export const MAX_SPOT_CHECKS = 2;
