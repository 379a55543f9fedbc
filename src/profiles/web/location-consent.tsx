import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { showToast } from '#platform/web/ui/toast.ts';
import { LocationConsentModal } from './location-consent-modal.tsx';
import { useUpdateCompliance } from './use-update-compliance.ts';

/** Gives the location consent, or withdraws it after a question. */
export function LocationConsentButton({ isGiven }: { isGiven: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const withdraw = useUpdateCompliance(() =>
    showToast({
      title: 'Location consent withdrawn',
      message: 'Your exact positions are being deleted.',
      tone: 'success',
    }),
  );
  const askToWithdraw = () =>
    modals.openConfirmModal({
      title: 'Withdraw location consent?',
      children:
        'A running session ends and your exact positions are deleted at once. Without the consent you cannot start wearable campaigns.',
      labels: { confirm: 'Withdraw consent', cancel: 'Keep it' },
      onConfirm: () => withdraw.mutate({ body: { locationConsent: false } }),
    });
  return (
    <>
      {isGiven ? (
        <Button size="sm" variant="default" loading={withdraw.isPending} onClick={askToWithdraw}>
          Withdraw
        </Button>
      ) : (
        <Button size="sm" variant="default" onClick={() => setIsAsking(true)}>
          Give consent
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
