/**
 * Leaves the app for an address that the server answers. Passed as an argument so that tests can check the
 * target.
 */
export type Leave = (address: string) => void;

export const assignLocation: Leave = (address) => window.location.assign(address);

/** Replaces the current page, so that it does not stay in the history. */
export const replaceLocation: Leave = (address) => window.location.replace(address);

/** Home greets the user if it is opened with this query. */
export const signedInHomePath = '/?auth=success';
