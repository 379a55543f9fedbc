import { Button, Radio, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconSend } from '@tabler/icons-react';
import { t } from '#kernel/text.ts';
import { showFieldErrors, showInvalidFields } from '#platform/web/ui/states/field-errors.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { useFocusAfter } from '#platform/web/ui/use-focus-after.ts';
import { type TeamRole, teamRoles } from '../contract.ts';
import { inviteToTeam, NewInvitation } from '../invite-contract.ts';
import { roleDescriptions, roleNames } from './team-labels.ts';
import classes from './team.module.css';
import { useTeamChange } from './use-team-change.ts';

interface Values {
  email: string;
  role: TeamRole;
}

export function InviteForm() {
  const form = useForm<Values>({
    initialValues: { email: '', role: 'viewer' },
    validate: schemaResolver(NewInvitation, { sync: true }),
  });
  const invite = useTeamChange(inviteToTeam, {
    onSuccess: ({ email }) => {
      form.reset();
      showToast({
        title: t('Invitation sent'),
        message: t('We mailed a link to {email}.', { email }),
        tone: 'success',
      });
    },
    onError: (error) => showFieldErrors(form, error),
  });
  const button = useFocusAfter<HTMLButtonElement>(invite.isPending);
  return (
    <Panel title={t('Invite a member')}>
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(
          ({ email, role }) => {
            if (!invite.isPending) invite.run({ body: { email: email.trim(), role } });
          },
          (errors) => showInvalidFields(form, errors),
        )}
      >
        <TextInput
          label={t('Email')}
          description={t('They must accept with this address, as an advertiser.')}
          type="email"
          autoComplete="off"
          placeholder="colleague@example.com"
          {...form.getInputProps('email')}
        />
        <Radio.Group label={t('Role')} {...form.getInputProps('role')}>
          <div className={classes.roles}>
            {teamRoles.map((value) => (
              <Radio
                value={value}
                label={t(roleNames[value])}
                description={t(roleDescriptions[value])}
                classNames={{ label: classes.option ?? '', description: classes.optionText ?? '' }}
                key={value}
              />
            ))}
          </div>
        </Radio.Group>
        <Button
          ref={button}
          type="submit"
          loading={invite.isPending}
          leftSection={<IconSend size={18} aria-hidden />}
        >
          {t('Send invitation')}
        </Button>
      </form>
      {invite.dialog}
    </Panel>
  );
}
