/** The tabs of /admin, in order. The first is open unless `?tab=` names another. */
export const adminTabs = [
  { name: 'users', label: 'Users' },
  { name: 'trends', label: 'Trends' },
  { name: 'kyc', label: 'Identity checks' },
  { name: 'social', label: 'Social accounts' },
  { name: 'money', label: 'Money' },
  { name: 'proofs', label: 'Weak proofs' },
  { name: 'disputes', label: 'Disputes' },
  { name: 'strikes', label: 'Strikes' },
  { name: 'ratings', label: 'Ratings' },
  { name: 'reports', label: 'Reports' },
  { name: 'audit', label: 'Audit log' },
] as const;
