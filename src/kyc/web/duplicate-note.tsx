import { IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { KycDuplicate } from '../contract.ts';
import classes from './kyc-review-queue.module.css';
import { kycStateLabels } from './kyc-labels.ts';

const numberNames: Record<KycDuplicate['numbers'][number], string> = {
  governmentId: 'ID number',
  taxId: 'tax ID',
  businessTaxId: 'business tax ID',
};

/** Other accounts with the same numbers. Only a hint: families share businesses, and people mistype. */
export function DuplicateNote({ duplicates }: { duplicates: readonly KycDuplicate[] }) {
  if (duplicates.length === 0) return null;
  return (
    <section className={classes.same}>
      <IconUsers aria-hidden />
      <div>
        <h3 className={classes.sameTitle}>
          {duplicates.length === 1
            ? 'Another account has the same number'
            : 'Other accounts have the same numbers'}
        </h3>
        <ul className={classes.duplicates}>
          {duplicates.map(({ userId, email, kycStatus, numbers }) => (
            <li key={userId}>
              Same {list.format(numbers.map((number) => numberNames[number]))}:{' '}
              <Link to={`/admin?tab=kyc&user=${userId}`}>{email}</Link> (
              {kycStateLabels[kycStatus].label.toLowerCase()})
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const list = new Intl.ListFormat('en-US');
