import { IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router';
import { getLocale } from '#kernel/language.ts';
import { msg, t, type Message } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import type { KycDuplicate } from '../contract.ts';
import classes from './kyc-review-queue.module.css';
import { kycStateLabels } from './kyc-labels.ts';

const numberNames: Record<KycDuplicate['numbers'][number], Message> = {
  governmentId: msg('ID number'),
  taxId: msg('tax ID'),
  businessTaxId: msg('business tax ID'),
};

/** Other accounts with the same numbers. Only a hint: families share businesses, and people mistype. */
export function DuplicateNote({ duplicates }: { duplicates: readonly KycDuplicate[] }) {
  if (duplicates.length === 0) return null;
  return (
    <section className={classes.same}>
      <IconUsers aria-hidden />
      <div>
        <h3 className={classes.sameTitle}>
          {t(
            '{count, plural, one {Another account has the same number} other {Other accounts have the same numbers}}',
            { count: duplicates.length },
          )}
        </h3>
        <ul className={classes.duplicates}>
          {duplicates.map(({ userId, email, kycStatus, numbers }) => (
            <li key={userId}>
              {rich(
                'Same {numbers}: <account>{email}</account> ({state})',
                { account: <Link to={`/admin?tab=kyc&user=${userId}`} /> },
                {
                  numbers: formatList(numbers.map((number) => t(numberNames[number]))),
                  email,
                  state: t(kycStateLabels[kycStatus].label).toLowerCase(),
                },
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const formatList = (names: readonly string[]) => new Intl.ListFormat(getLocale()).format(names);
