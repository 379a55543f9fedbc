export const VISITOR_MARK = 'promenade-visitor';
