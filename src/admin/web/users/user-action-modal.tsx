import { Text } from '@mantine/core';
import { formatUserName } from '#auth/web/account/user-labels.ts';
import { useIdentityConfirmation } from '#auth/web/second-factor/identity-confirmation.tsx';
import { t } from '#kernel/text.ts';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import type { AdminUser } from '../../contract.ts';
import { RequestDocumentsButton } from '../request-documents-button.tsx';
import { actionTexts, type UserAction, useUserAction } from './user-actions.ts';

export interface ChosenAction {
  act: UserAction;
  user: AdminUser;
  /** When the documents that the admin has seen were submitted, if known. */
  submittedAt?: string | undefined;
}

interface UserActModalProps {
  chosen: ChosenAction | null;
  onClose: () => void;
  onDone?: (chosen: ChosenAction) => void;
}

export function UserActionModal({ chosen, onClose, onDone }: UserActModalProps) {
  return (
    <SubjectModal
      subject={chosen}
      title={({ act, user }) => actionTexts[act].title(formatUserName(user))}
      onClose={onClose}
    >
      {(subject) => (
        <ActForm
          chosen={subject}
          onClose={onClose}
          onDone={() => {
            onClose();
            onDone?.(subject);
          }}
        />
      )}
    </SubjectModal>
  );
}

function ActForm({
  chosen,
  onClose,
  onDone,
}: {
  chosen: ChosenAction;
  onClose: () => void;
  onDone: () => void;
}) {
  const { act, user, submittedAt } = chosen;
  const { label, text, isDangerous } = actionTexts[act];
  const identity = useIdentityConfirmation();
  const { run, isPending, error } = useUserAction({ act, submittedAt }, identity, onDone);
  return (
    <>
      <ReasonForm
        description={t('Saved in the audit log with your name.')}
        maxLength={500}
        call={{ error, isPending }}
        failedText={t('We couldn’t save this. Please try again.')}
        submitLabel={t(label)}
        isDangerous={isDangerous}
        onCancel={onClose}
        onSubmit={(reason) => run(user.id, reason)}
      >
        <Text>{t(text)}</Text>
        {error?.code === 'account/not-handed-in' ? (
          <RequestDocumentsButton id={user.id} name={formatUserName(user)} />
        ) : null}
      </ReasonForm>
      {identity.dialog}
    </>
  );
}
