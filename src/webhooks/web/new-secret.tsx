import { ShownSecret } from '#auth/web/tokens/shown-secret.tsx';
import { t } from '#kernel/text.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';

export function NewSecret({ secret, onSaved }: { secret: string | null; onSaved: () => void }) {
  return (
    <SubjectModal
      subject={secret}
      title={t('Copy the secret')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      onClose={() => undefined}
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
