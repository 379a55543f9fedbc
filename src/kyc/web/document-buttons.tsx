import { Button } from '@mantine/core';
import { IconDownload, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { fillPath } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { type KycDocumentKind, type KycQueueEntry, openKycDocument } from '../contract.ts';
import classes from './kyc-review-queue.module.css';
import { documentNames } from './kyc-labels.ts';

interface DocumentButtonsProps {
  userId: string;
  name: string;
  files: KycQueueEntry['files'];
}

/** The server audits every view. */
export function DocumentButtons({ userId, name, files }: DocumentButtonsProps) {
  const [shown, setShown] = useState<KycDocumentKind | null>(null);
  const documentUrl = (kind: KycDocumentKind) => fillPath(openKycDocument.path, { userId, kind });
  return (
    <>
      {files.map(({ kind, contentType }) =>
        contentType.startsWith('image/') ? (
          <Button
            key={kind}
            variant="default"
            size="sm"
            leftSection={<IconPhoto size={16} aria-hidden />}
            aria-label={t('{document} of {name}', { document: documentNames[kind], name })}
            aria-haspopup="dialog"
            onClick={() => setShown(kind)}
          >
            {t(documentNames[kind])}
          </Button>
        ) : (
          <Button
            key={kind}
            component="a"
            href={documentUrl(kind)}
            download
            variant="default"
            size="sm"
            leftSection={<IconDownload size={16} aria-hidden />}
            aria-label={t('{document} (PDF) of {name}, download', { document: documentNames[kind], name })}
          >
            {t('{document} (PDF)', { document: documentNames[kind] })}
          </Button>
        ),
      )}
      <SubjectModal
        subject={shown}
        title={(kind) => t('{document} of {name}', { document: documentNames[kind], name })}
        size="xl"
        onClose={() => setShown(null)}
      >
        {(kind) => (
          <DocumentImage
            address={documentUrl(kind)}
            alt={t('{document} of {name}', { document: documentNames[kind], name })}
          />
        )}
      </SubjectModal>
    </>
  );
}

function DocumentImage({ address, alt }: { address: string; alt: string }) {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <>
      {hasFailed ? (
        <p role="alert">{t('We couldn’t load this document. Close it and try again.')}</p>
      ) : (
        <img className={classes.document} src={address} alt={alt} onError={() => setHasFailed(true)} />
      )}
      <p className={classes.recorded}>{t('Viewing this is recorded with your name and the time.')}</p>
    </>
  );
}
