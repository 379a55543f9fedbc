import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { t } from '#kernel/text.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showFieldErrors, showInvalidFields } from '#platform/web/ui/states/field-errors.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { showErrorToast } from '#platform/web/ui/states/toast.ts';
import { declareSocialAccount, listSocialAccounts, type SocialAccount } from '../../social-contract.ts';
import { parseHandle, type SocialPlatform, socialPlatformNames } from '../../social-handle-contract.ts';
import { FollowersInput } from './followers-input.tsx';

export interface AskedAccount {
  platform: SocialPlatform;
  account: SocialAccount | undefined;
}

interface SocialAccountModalProps {
  asked: AskedAccount | null;
  onClose: () => void;
  /** Called after the closing animation. */
  onClosed: (asked: AskedAccount) => void;
}

export function SocialAccountModal({ asked, onClose, onClosed }: SocialAccountModalProps) {
  return (
    <SubjectModal
      subject={asked}
      title={({ platform, account }) =>
        t(account ? 'Confirm {name}' : 'Connect {name}', { name: socialPlatformNames[platform] })
      }
      onClose={onClose}
      onClosed={onClosed}
    >
      {(subject) => <DeclareForm {...subject} onClose={onClose} />}
    </SubjectModal>
  );
}

function DeclareForm({ platform, account, onClose }: AskedAccount & { onClose: () => void }) {
  const form = useForm<{ handle: string; followers: number | '' }>({
    initialValues: { handle: account?.handle ?? '', followers: account?.followers ?? '' },
    validate: {
      handle: (typed) => {
        const handle = parseHandle(platform, typed);
        return handle.isRight ? null : handle.problem;
      },
      followers: (followers) => (followers === '' ? t('Enter the number of followers') : null),
    },
  });
  const declare = useCallMutation(declareSocialAccount, {
    invalidates: [listSocialAccounts],
    onSuccess: onClose,
    onError: (error) => {
      if (showFieldErrors(form, error)) return;
      showErrorToast(error, t('Failed to save the account. Please try again.'));
    },
  });
  const isAnother =
    account?.verifiedUntil != null &&
    form.values.handle.trim().replace(/^@/, '').toLowerCase() !== account.handle.toLowerCase();
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ handle, followers }) => {
          if (followers === '' || declare.isPending) return;
          declare.mutate({ body: { platform, handle, followers } });
        },
        (errors) => showInvalidFields(form, errors),
      )}
    >
      <Stack gap="md">
        <TextInput
          label={t('Account name')}
          description={t('As shown on your profile')}
          leftSection="@"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          data-autofocus
          {...form.getInputProps('handle')}
        />
        <FollowersInput
          label={t('Followers')}
          description={t('We verify it when we check the account')}
          required
          {...form.getInputProps('followers')}
        />
        {isAnother ? (
          <Text size="sm">
            {t('If you change the name, you lose the confirmation for @{handle}.', {
              handle: account.handle,
            })}
          </Text>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={declare.isPending}>
            {t('Get my code')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
