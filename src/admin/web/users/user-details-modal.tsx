import { Alert, Anchor, Button, Group, Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatUserName, formatUserType } from '#auth/web/account/user-labels.ts';
import { msg, t } from '#kernel/text.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { formatDay, formatDayTime } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { formatBirthDate } from '#kyc/web/record-facts.ts';
import { countryName } from '#kernel/countries/countries.ts';
import type { AdminUserDetails } from '../../contract.ts';
import { RequestDocumentsButton } from '../request-documents-button.tsx';
import classes from './user-details.module.css';
import { listActions, actionTexts } from './user-actions.ts';
import type { ChosenAction } from './user-action-modal.tsx';
import { UserStatus } from './user-row.tsx';
import { useUserDetails } from './use-users.ts';

interface UserDetailsModalProps {
  id: string | null;
  onClose: () => void;
  onAct: (chosen: ChosenAction) => void;
}

/** The server audits every view of this dialog. */
export function UserDetailsModal({ id, onClose, onAct }: UserDetailsModalProps) {
  return (
    <SubjectModal subject={id} title={t('Account')} size="lg" onClose={onClose}>
      {(subject) => <Details id={subject} onAct={onAct} key={subject} />}
    </SubjectModal>
  );
}

function Details({ id, onAct }: { id: string; onAct: (chosen: ChosenAction) => void }) {
  const { data, error, refetch } = useUserDetails(id);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
  const { user, suspension, openMatters } = data;
  return (
    <Stack gap="lg">
      <div className={classes.top}>
        <h3 className={classes.name}>{formatUserName(user)}</h3>
        <UserStatus user={user} />
      </div>
      {suspension ? (
        <Alert
          color="red"
          icon={<IconLock aria-hidden />}
          title={t('Suspended since {time}', { time: formatDay(suspension.at) })}
        >
          {suspension.reason ?? t('No reason given.')}
        </Alert>
      ) : null}
      <Facts details={data} />
      <Verification details={data} />
      {openMatters.length > 0 ? (
        <Section title={t('Can’t be deleted yet')}>
          <p className={classes.told}>{t('The account owner sees:')}</p>
          <ul className={classes.list}>
            {openMatters.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Section>
      ) : null}
      <Group className={classes.acts} gap="sm" justify="space-between">
        <Anchor component={Link} to={`/admin?tab=audit&object=${user.id}`}>
          {t('View audit log')}
        </Anchor>
        <Group gap="sm">
          {user.can.askForDocuments ? (
            <RequestDocumentsButton id={user.id} name={formatUserName(user)} />
          ) : null}
          {listActions(user).map((act) => (
            <Button
              size="sm"
              variant={actionTexts[act].isDangerous ? 'danger' : act === 'verify' ? 'filled' : 'default'}
              onClick={() => onAct({ act, user, submittedAt: data.verification.submittedAt ?? undefined })}
              key={act}
            >
              {t(actionTexts[act].label)}
            </Button>
          ))}
        </Group>
      </Group>
    </Stack>
  );
}

function Facts({ details: { user, person, counts, money, compliance } }: { details: AdminUserDetails }) {
  const place = [
    person.address,
    person.city,
    person.state,
    person.zipCode,
    countryName(person.country ?? ''),
  ];
  const isMarketer = user.userType === 'marketer';
  const yes = (isSo: boolean) => (isSo ? t('Yes') : t('No'));
  return (
    <>
      <List
        facts={[
          [t('Email'), user.email],
          [t('Type'), formatUserType(user)],
          [t('Joined'), formatDay(user.createdAt)],
          [t('Phone'), person.phoneNumber],
          [t('Date of birth'), person.dateOfBirth && formatBirthDate(person.dateOfBirth)],
          [t('Address'), place.filter(Boolean).join(', ')],
          [t('PayPal email'), person.paypalEmail],
          [t('Business'), user.businessName],
          [t('Business email'), person.businessEmail],
          [t('Website'), person.businessWebsite],
          [t('Business address'), person.businessAddress],
          [t('Business type'), person.businessType?.replaceAll('_', ' ') ?? null],
        ]}
      />
      <Section title={t('Activity')}>
        <List
          facts={[
            [
              t('Signed in on'),
              t('{count, plural, one {# device} other {# devices}}', { count: counts.sessions }),
            ],
            ...(isMarketer
              ? ([
                  [
                    t('Applications'),
                    t('{count} ({approved} approved)', {
                      count: counts.applications,
                      approved: counts.approvedApplications,
                    }),
                  ],
                  [t('Proofs'), String(counts.proofs)],
                  [
                    t('Earned'),
                    t('{earned} ({paid} paid)', {
                      earned: formatMoney(money.earned),
                      paid: formatMoney(money.paid),
                    }),
                  ],
                ] as const)
              : ([
                  [
                    t('Campaigns'),
                    t('{count} ({active} active)', {
                      count: counts.campaigns,
                      active: counts.activeCampaigns,
                    }),
                  ],
                ] as const)),
            [t('Age and terms confirmed'), yes(compliance.ageVerified && compliance.termsAccepted)],
            [t('Location sharing allowed'), yes(compliance.locationConsent)],
          ]}
        />
      </Section>
    </>
  );
}

const kycLabels = {
  incomplete: msg('Not submitted'),
  pending: msg('Pending review'),
  approved: msg('Approved'),
  rejected: msg('Rejected'),
} as const;

function Verification({ details: { user, verification } }: { details: AdminUserDetails }) {
  const { status, submittedAt, decidedAt, missing } = verification;
  return (
    <Section title={t('Identity check')}>
      <List
        facts={[
          [t('Status'), t(kycLabels[status])],
          [t('Submitted'), submittedAt && formatDayTime(submittedAt)],
          [t('Decided'), decidedAt && formatDayTime(decidedAt)],
        ]}
      />
      {missing.length > 0 ? <p className={classes.note}>{missing.join(' ')}</p> : null}
      {status === 'incomplete' ? null : (
        <p className={classes.note}>
          <Anchor component={Link} to={`/admin?tab=kyc&user=${user.id}`}>
            {t('View identity check')}
          </Anchor>
        </p>
      )}
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h4 className={classes.heading}>{title}</h4>
      {children}
    </section>
  );
}

function List({ facts }: { facts: readonly (readonly [name: string, value: string | null])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) =>
        value ? (
          <div className={classes.fact} key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
