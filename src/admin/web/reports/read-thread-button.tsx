import { Button } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { ReadThreadModal } from './read-thread-modal.tsx';

export default function ReadThreadButton({ applicationId }: { applicationId: string }) {
  const [read, setRead] = useState<string | null>(null);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMessage size={18} aria-hidden />}
        onClick={() => setRead(applicationId)}
      >
        {t('Read messages')}
      </Button>
      <ReadThreadModal applicationId={read} onClose={() => setRead(null)} />
    </>
  );
}
