/** How a screen leaves the app for an address that the server answers; an argument, so that a test sees where to. */
export type Leave = (address: string) => void;

export const leaveByBrowser: Leave = (address) => window.location.assign(address);

/** The page that somebody is sent away from does not stay in the history. */
export const replaceByBrowser: Leave = (address) => window.location.replace(address);

/** Home greets whoever arrives so. */
export const signedInHome = '/?auth=success';
