import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Campaign } from '#campaigns/contract.ts';
import { t } from '#kernel/text.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import type { Proof } from '#proofs/contract.ts';
import { ProofMediaGallery } from '#proofs/web/review/proof-review-media.tsx';

/** So that a large campaign does not load hundreds of pictures at first. */
const FIRST_FILES = 12;

export function ReportGallery({ campaign, proofs }: { campaign: Campaign; proofs: readonly Proof[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const media = proofs
    .filter(({ status }) => status !== 'rejected')
    .toSorted((one, other) => one.submittedAt.localeCompare(other.submittedAt))
    .flatMap((proof) => proof.media);
  if (media.length === 0) return null;
  return (
    <Panel title={t('Proof gallery')}>
      <ProofMediaGallery media={showsAll ? media : media.slice(0, FIRST_FILES)} name={campaign.title} />
      {!showsAll && media.length > FIRST_FILES ? (
        <Button variant="default" mt="md" onClick={() => setShowsAll(true)}>
          {t('Show all {count} files', { count: media.length })}
        </Button>
      ) : null}
    </Panel>
  );
}
