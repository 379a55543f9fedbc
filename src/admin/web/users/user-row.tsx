import { ActionIcon, Button } from '@mantine/core';
import { IconEye, IconLock, IconLockOpen, IconTrash } from '@tabler/icons-react';
import { formatUserName, formatUserType } from '#auth/web/account/user-labels.ts';
import type { KycState } from '#auth/contract.ts';
import { msg, t, type Message } from '#kernel/text.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { StatusBadge, type StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import type { AdminUser } from '../../contract.ts';
import { RequestDocumentsButton } from '../request-documents-button.tsx';
import classes from '../admin.module.css';
import { listActions, actionTexts, type UserAction } from './user-actions.ts';
import type { ChosenAction } from './user-action-modal.tsx';

export function UserStatus({ user }: { user: AdminUser }) {
  const [tone, label]: [StatusTone, string] = user.isSuspended
    ? ['negative', t('Suspended')]
    : user.isVerified
      ? ['positive', t('Verified')]
      : [user.kycStatus === 'pending' ? 'waiting' : 'neutral', t('Pending')];
  const detail = user.isSuspended || user.kycStatus === null ? null : checkLabels[user.kycStatus];
  return (
    <div>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {detail ? <span className={classes.detail}>{t(detail)}</span> : null}
    </div>
  );
}

const checkLabels: Record<KycState, Message | null> = {
  incomplete: msg('Not submitted'),
  pending: msg('Awaiting review'),
  rejected: msg('Rejected'),
  approved: null,
};

const icons: Partial<Record<UserAction, typeof IconEye>> = {
  suspend: IconLock,
  reactivate: IconLockOpen,
  delete: IconTrash,
};

interface UserRowProps {
  user: AdminUser;
  onView: () => void;
  onAct: (chosen: ChosenAction) => void;
}

/** On small screens the row only has the View button; the other actions are in the details. */
export function UserRow({ user, onView, onAct }: UserRowProps) {
  const name = formatUserName(user);
  const joined = formatDay(user.createdAt);
  const others = [user.email, user.businessName].filter((line) => line && line !== name);
  return (
    <tr>
      <td>
        <div className={classes.person}>
          <Monogram name={name} imageUrl={user.profileImageUrl} size={38} shape="round" />
          <div className={classes.words}>
            <span className={classes.name}>{name}</span>
            {others.map((line) => (
              <span className={classes.email} key={line}>
                {line}
              </span>
            ))}
            <span className={classes.small}>
              {t('{type}, joined {day}', { type: formatUserType(user), day: joined })}
            </span>
            <div className={classes.small}>
              <UserStatus user={user} />
            </div>
          </div>
        </div>
      </td>
      <td className={classes.wide}>{formatUserType(user)}</td>
      <td className={classes.wide}>
        <UserStatus user={user} />
      </td>
      <td className={classes.wide}>{joined}</td>
      <td className={classes.acts}>
        <div className={classes.buttons}>
          {user.can.askForDocuments ? (
            <RequestDocumentsButton id={user.id} name={name} className={classes.onlyWide} />
          ) : null}
          {listActions(user).map((act) => (
            <ActButton
              act={act}
              name={name}
              onClick={() => onAct({ act, user, submittedAt: user.submittedAt ?? undefined })}
              key={act}
            />
          ))}
          <ActionIcon
            variant="default"
            size="lg"
            title={t('View')}
            aria-label={t('View {name}', { name })}
            onClick={onView}
          >
            <IconEye size={18} aria-hidden />
          </ActionIcon>
        </div>
      </td>
    </tr>
  );
}

function ActButton({ act, name, onClick }: { act: UserAction; name: string; onClick: () => void }) {
  const label = t(actionTexts[act].label);
  const Icon = icons[act];
  if (!Icon) {
    return (
      <Button
        className={classes.onlyWide}
        variant="default"
        size="sm"
        aria-label={`${label} ${name}`}
        onClick={onClick}
      >
        {label}
      </Button>
    );
  }
  return (
    <ActionIcon
      className={classes.onlyWide}
      variant="default"
      size="lg"
      title={label}
      aria-label={`${label} ${name}`}
      onClick={onClick}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
