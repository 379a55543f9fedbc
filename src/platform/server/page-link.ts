/** The Link header's value for the page that begins behind this cursor, of the same list with the same filters. */
export function linkToPage(path: string, query: object, cursor: string): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return `<${path}?${parameters}>; rel="next"`;
}
