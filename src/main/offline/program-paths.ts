/**
 * Matches paths (with their query) that are not pages: the API, files and redirects. Same as in
 * platform/server/pages.ts.
 */
export const programPaths =
  /^\/(?:(?:api|paypal|wallet-simulator|assets|dev)(?:[/?]|$)|auth\/(?!(?:signin|email-confirmation)(?:[/?]|$)))/;
