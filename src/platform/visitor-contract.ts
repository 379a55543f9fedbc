/** The name of the meta element that the server adds to a page for a browser without a session. */
export const VISITOR_MARK = 'promenade-visitor';
