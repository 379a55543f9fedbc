import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { LocationConsentModal } from './location-consent-modal.tsx';
import { useUpdateCompliance } from './use-update-compliance.ts';

export function LocationConsentButton({ isGiven }: { isGiven: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const withdraw = useUpdateCompliance(() =>
    showToast({
      title: t('Location consent withdrawn'),
      message: t('Your exact positions are being deleted.'),
      tone: 'success',
    }),
  );
  const askToWithdraw = () =>
    modals.openConfirmModal({
      title: t('Withdraw location consent?'),
      children: t(
        'This ends any running session and deletes your exact positions. You can’t start wearable campaigns without this consent.',
      ),
      labels: { confirm: t('Withdraw consent'), cancel: t('Cancel') },
      onConfirm: () => withdraw.mutate({ body: { locationConsent: false } }),
    });
  return (
    <>
      {isGiven ? (
        <Button size="sm" variant="danger" loading={withdraw.isPending} onClick={askToWithdraw}>
          {t('Withdraw', { context: 'consent' })}
        </Button>
      ) : (
        <Button size="sm" variant="default" onClick={() => setIsAsking(true)}>
          {t('Give consent')}
        </Button>
      )}
      <LocationConsentModal
        opened={isAsking}
        onAllowed={() => setIsAsking(false)}
        onDeclined={() => setIsAsking(false)}
      />
    </>
  );
}
