/** Paths (with their query) of the API, files and redirects. Same as in platform/server/paging.ts. */
export const nonPagePaths =
  /^\/(?:(?:api|paypal|wallet-simulator|assets|dev)(?:[/?]|$)|auth\/(?!(?:signin|email-confirmation)(?:[/?]|$)))/;
