import { Button } from '@mantine/core';
import { IconArrowRight, IconMapPinCheck, IconSpeakerphone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { chooseUserType, getCurrentUser } from '#auth/contract.ts';
import type { ChoosableType } from '#auth/sign-in-contract.ts';
import { type Message, msg, t } from '#kernel/text.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { showErrorToast } from '#platform/web/ui/states/toast.ts';
import { dashboardPaths } from './access.ts';
import classes from './user-type-selection.module.css';

interface Choice {
  userType: ChoosableType;
  title: Message;
  text: Message;
  icon: ReactNode;
}

const choices: readonly Choice[] = [
  {
    userType: 'marketer',
    title: msg('Join as Marketer'),
    text: msg('Wear a brand at a set place and time, or post about it, and get paid for approved proof.'),
    icon: <IconMapPinCheck size={28} />,
  },
  {
    userType: 'advertiser',
    title: msg('Join as Advertiser'),
    text: msg('Fund campaigns through escrow, follow them live, and pay only for proof you approve.'),
    icon: <IconSpeakerphone size={28} />,
  },
];

interface UserTypeSelectionProps {
  isOnWayBack?: boolean;
}

export function UserTypeSelection({ isOnWayBack = false }: UserTypeSelectionProps) {
  const navigate = useNavigate();
  const choose = useCallMutation(chooseUserType, {
    invalidates: [getCurrentUser],
    onSuccess: ({ userType }) =>
      isOnWayBack ? undefined : navigate(dashboardPaths[userType], { replace: true }),
    onError: (error) => showErrorToast(error),
  });
  return (
    <>
      <PageHeader
        title={t('How do you want to join?')}
        description={t(
          'You can change this later, unless you have campaigns, work or money on your account.',
        )}
      />
      <div className={classes.choices}>
        {choices.map(({ userType, title, text, icon }) => (
          <section className={classes.choice} key={userType}>
            <span className={classes.icon} aria-hidden>
              {icon}
            </span>
            <h2 className={classes.title}>{t(title)}</h2>
            <p className={classes.text}>{t(text)}</p>
            <Button
              rightSection={<IconArrowRight size={18} aria-hidden />}
              loading={choose.isPending && choose.variables.body.userType === userType}
              disabled={choose.isPending}
              onClick={() => choose.mutate({ body: { userType } })}
            >
              {t(title)}
            </Button>
          </section>
        ))}
      </div>
    </>
  );
}
