import { Alert, Text } from '@mantine/core';
import { useIdentityConfirmation } from '#auth/web/identity-confirmation.tsx';
import { textOf } from '#platform/web/call.ts';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { SubjectModal } from '#platform/web/ui/subject-modal.tsx';
import type { AdminUser } from '../contract.ts';
import { AskToVerify } from './ask-to-verify.tsx';
import { actWords, nameOf, type UserAct, useUserAct } from './user-acts.ts';

export interface ChosenAct {
  act: UserAct;
  user: AdminUser;
  /** When the documents that the admin has seen were submitted, if known. */
  submittedAt?: string | undefined;
}

interface UserActModalProps {
  chosen: ChosenAct | null;
  onClose: () => void;
  onDone?: (chosen: ChosenAct) => void;
}

/** Asks the admin to confirm and give a reason, which goes to the audit log. */
export function UserActModal({ chosen, onClose, onDone }: UserActModalProps) {
  return (
    <SubjectModal
      subject={chosen}
      title={({ act, user }) => actWords[act].title(nameOf(user))}
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
  chosen: ChosenAct;
  onClose: () => void;
  onDone: () => void;
}) {
  const { act, user, submittedAt } = chosen;
  const { label, text, isDangerous } = actWords[act];
  const identity = useIdentityConfirmation();
  const { run, isPending, error } = useUserAct({ act, submittedAt }, identity, onDone);
  return (
    <>
      <ReasonForm
        description="Saved in the audit log with your name."
        maxLength={500}
        missingText="Enter a reason"
        error={error?.fields['reason']}
        submitLabel={label}
        isDangerous={isDangerous}
        isPending={isPending}
        onCancel={onClose}
        onSubmit={(reason) => run(user.id, reason)}
      >
        <Text>{text}</Text>
        {error && !error.fields['reason'] ? (
          <Alert color="red" role="alert">
            {textOf(error, 'That didn’t work. Please try again.')}
            {error.code === 'account/not-handed-in' ? <AskToVerify id={user.id} name={nameOf(user)} /> : null}
          </Alert>
        ) : null}
      </ReasonForm>
      {identity.dialog}
    </>
  );
}
