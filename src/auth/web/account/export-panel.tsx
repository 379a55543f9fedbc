import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { t } from '#kernel/text.ts';
import { type CallError, callForFile } from '#platform/web/call.ts';
import { saveFile } from '#platform/web/save-file.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import { exportOwnData } from '../../account-contract.ts';
import classes from './account-panels.module.css';
import { useIdentityConfirmation } from '../second-factor/identity-confirmation.tsx';

export function ExportPanel() {
  const identity = useIdentityConfirmation();
  const download = useMutation<File, CallError>({
    mutationFn: () => callForFile(exportOwnData),
    onSuccess: (file) => {
      saveFile(file);
      showToast({ title: t('Data downloaded'), message: file.name, tone: 'success' });
    },
    onError: (error) => {
      if (identity.isNeededFor(error, () => download.mutate())) return;
      showErrorToast(error, t('Please try again.'), t('Download failed'));
    },
  });
  return (
    <Panel title={t('Your data')}>
      <p className={classes.note}>
        {t('A JSON file of everything we keep about you. Identity and tax numbers are masked.')}
      </p>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {t('Download my data')}
      </Button>
      {identity.dialog}
    </Panel>
  );
}
