import { Button } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import type { Campaign } from '#campaigns/contract.ts';
import { t } from '#kernel/text.ts';
import { restoreLostFocus } from '#platform/web/ui/use-focus-after.ts';
import { UploadArea } from '#uploads/web/upload-area.tsx';
import { UploadRows } from '#uploads/web/upload-rows.tsx';
import { CameraDialog, type CameraKind, type CameraRequest } from '../camera/camera-dialog.tsx';
import { SubmitKinds } from './submit-kinds.tsx';
import classes from './submit-proof.module.css';
import { MAX_FILES, type useSubmitProof } from './use-submit-proof.ts';

interface SubmitFilesProps {
  campaign: Campaign;
  proof: ReturnType<typeof useSubmitProof>;
}

export function SubmitFiles({ campaign, proof }: SubmitFilesProps) {
  const { uploads, files, kinds, permit, isSending } = proof;
  const { allowFileUploads, videoDuration } = campaign.proofRequirements;
  const isSocial = campaign.campaignType === 'social';
  const [camera, setCamera] = useState<CameraRequest | null>(null);
  const field = useRef<HTMLFieldSetElement>(null);
  const hintId = useId();
  const label = isSocial ? t('Screenshots') : t('Photos and videos');
  const chooses = isSocial || allowFileUploads;
  // Without a permit, the server could not tell a photo of the page from any other file.
  const about = !chooses
    ? t('This campaign accepts only photos and videos taken here.')
    : proof.isAgain
      ? null
      : t('Only photos and videos taken here can make your proof strong.');
  const isCameraReady = permit !== null || allowFileUploads;
  const pictures = files.map((file, at) => ({ file, kind: kinds[at] ?? 'photo' }));
  const chosenFiles = pictures.filter(({ file }) => !proof.isCaptured(file.key));

  const remove = (key: string) => {
    uploads.remove(key);
    // The pressed button disappears with the file, so move the focus.
    requestAnimationFrame(() => restoreLostFocus(field.current?.querySelector<HTMLElement>('button')));
  };

  return (
    <>
      <fieldset ref={field} className={classes.files} {...(chooses ? { 'aria-describedby': hintId } : {})}>
        <legend className={classes.legend}>{label}</legend>
        {isSocial || !uploads.hasRoom ? null : (
          <div>
            <Button
              leftSection={<IconCamera size={18} aria-hidden />}
              disabled={isSending || !isCameraReady}
              onClick={() => setCamera({ kind: firstMissing(campaign, kinds) })}
            >
              {t('Open camera')}
            </Button>
            <p className={classes.still}>{isCameraReady ? about : t('Go online once to use the camera.')}</p>
          </div>
        )}
        {chooses && uploads.hasRoom ? (
          <UploadArea
            purpose="proof"
            label={label}
            max={MAX_FILES}
            hasFile={uploads.items.length > 0}
            isWrong={proof.mediaError !== null}
            disabled={isSending}
            hintId={hintId}
            onAdd={uploads.add}
          />
        ) : null}
        <UploadRows uploads={uploads} onRemove={remove} />
        {proof.mediaError ? (
          <p className={classes.wrong} role="alert">
            {proof.mediaError}
          </p>
        ) : null}
      </fieldset>
      <SubmitKinds
        files={chosenFiles.map(({ file }) => file)}
        kinds={chosenFiles.map(({ kind }) => kind)}
        onChoose={proof.choose}
        disabled={isSending}
      />
      <CameraDialog
        request={camera}
        title={campaign.title}
        videoMinutes={videoDuration}
        clockOffsetMs={permit?.offsetMs ?? 0}
        onTaken={proof.addShot}
        onClose={() => setCamera(null)}
      />
    </>
  );
}

function firstMissing({ proofRequirements }: Campaign, kinds: readonly string[]): CameraKind {
  const { requireSelfie, videoDuration } = proofRequirements;
  if (requireSelfie && !kinds.includes('selfie')) return 'selfie';
  return videoDuration > 0 && !kinds.includes('video') ? 'video' : 'photo';
}
