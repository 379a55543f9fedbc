import { ShownSecret } from '#auth/web/tokens/shown-secret.tsx';
import { t } from '#kernel/text.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';

interface NewSecretProps {
  secret: string | null;
  onSaved: () => void;
  onClosed: () => void;
}

/** Must not be rendered inside another dialog: Escape would close that one, and lose the secret. */
export function NewSecret({ secret, onSaved, onClosed }: NewSecretProps) {
  return (
    <SubjectModal
      subject={secret}
      title={t('Copy the secret')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      onClose={() => undefined}
      onClosed={onClosed}
    >
      {(shown) => (
        <ShownSecret
          secret={shown}
          selectText={t('Select the secret and copy it.')}
          savedText={t('I saved the secret')}
          onSaved={onSaved}
        />
      )}
    </SubjectModal>
  );
}
