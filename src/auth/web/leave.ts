/** How a screen leaves the app for an address that the server answers; an argument, so that a test sees where to. */
export type Leave = (address: string) => void;

export const leaveByBrowser: Leave = (address) => window.location.assign(address);

/** Home greets whoever arrives so. */
export const signedInHome = '/?auth=success';
