import { SegmentedControl } from '@mantine/core';
import { setLanguage } from '#auth/account-contract.ts';
import { getLanguage, type Language, languageNames, languages } from '#kernel/language.ts';
import { t } from '#kernel/text.ts';
import { switchLanguage } from '#platform/web/language.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { CallAlert } from '#platform/web/ui/states/call-alert.tsx';
import classes from './account-panels.module.css';

export function LanguagePanel({ onSaved = switchLanguage }: { onSaved?: (language: Language) => void }) {
  const save = useCallMutation(setLanguage, {
    onSuccess: (_done, { body }) => onSaved(body.language),
  });
  return (
    <Panel title={t('Language')}>
      <p className={classes.note}>
        {t('Applies to every screen, notification and email from now on. What people write stays as it is.')}
      </p>
      <SegmentedControl
        aria-label={t('Language')}
        radius="xl"
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        value={(save.isError ? undefined : save.variables?.body.language) ?? getLanguage()}
        disabled={save.isPending}
        // The control types its options as plain strings; they are the languages above.
        onChange={(chosen) => save.mutate({ body: { language: chosen as Language } })}
      />
      <CallAlert
        error={save.error}
        field="language"
        text={t('We couldn’t save your language. Please try again.')}
      />
    </Panel>
  );
}
