/** For addresses that the server answers. Passed as an argument so that tests can check the target. */
export type Leave = (address: string) => void;

export const assignLocation: Leave = (address) => window.location.assign(address);

export const replaceLocation: Leave = (address) => window.location.replace(address);

export const signedInHomePath = '/?auth=success';
