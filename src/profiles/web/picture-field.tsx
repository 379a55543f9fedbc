import { Button, FileButton, Progress } from '@mantine/core';
import { IconPhotoUp, IconTrash } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { getCurrentUser } from '#auth/contract.ts';
import { getErrorText } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { ErrorText } from '#platform/web/ui/states/error-text.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { purposes } from '#uploads/contract.ts';
import { getAcceptAttribute, type UploadItem, useUpload } from '#uploads/web/use-upload.ts';
import { setBusinessLogo, setProfilePhoto } from '../contract.ts';
import classes from './picture-field.module.css';

const kinds = {
  photo: { label: 'Profile photo', word: 'photo', purpose: 'profile-photo', set: setProfilePhoto },
  logo: { label: 'Business logo', word: 'logo', purpose: 'business-logo', set: setBusinessLogo },
} as const;

interface PictureFieldProps {
  kind: keyof typeof kinds;
  /** The name whose initials show if there is no picture. */
  name: string;
  url: string | null;
  /** Called with true while an upload is running that leaving the page would abort. */
  onBusy: (isBusy: boolean) => void;
}

/** The user's photo or logo. Uploads and saves at once, separately from the rest of the form. */
export function PictureField({ kind, name, url, onBusy }: PictureFieldProps) {
  const { label, word, purpose, set } = kinds[kind];
  const uploads = useUpload({ purpose });
  const resetInput = useRef<() => void>(null);
  const [item] = uploads.items;
  const change = useCallMutation(set, {
    invalidates: [getCurrentUser],
    onSuccess: ({ message }) => {
      if (item) uploads.forget(item.key);
      showToast({ title: 'Profile Updated', message, tone: 'success' });
    },
  });
  const save = useEffectEvent((uploadId: string) => change.mutate({ body: { uploadId } }));
  const uploadId = item?.uploadId ?? null;
  useEffect(() => {
    if (uploadId !== null) save(uploadId);
  }, [uploadId]);
  const isBusy = uploads.isBusy || change.isPending;
  const announce = useEffectEvent(onBusy);
  useEffect(() => announce(isBusy), [isBusy]);

  const choose = (file: File | null) => {
    if (!file) return;
    change.reset();
    uploads.add([file]);
    // Clear the input so that the same file can be chosen again.
    resetInput.current?.();
  };
  const problem =
    item?.error ??
    (change.error ? getErrorText(change.error, `Failed to save your ${word}. Please try again.`) : null);
  const shown = item?.previewUrl && item.state !== 'failed' ? item.previewUrl : url;
  return (
    <fieldset className={classes.field} aria-label={label}>
      <Monogram name={name} imageUrl={shown} size={88} shape={kind === 'photo' ? 'round' : 'square'} />
      <div className={classes.words}>
        <p className={classes.label}>{label}</p>
        <p className={classes.hint}>{purposes[purpose].text}. Saved automatically.</p>
        <div className={classes.actions}>
          <FileButton
            accept={getAcceptAttribute(purpose)}
            resetRef={resetInput}
            onChange={choose}
            inputProps={{ 'aria-label': label, tabIndex: -1 }}
          >
            {(props) => (
              <Button
                {...props}
                size="sm"
                variant="default"
                disabled={isBusy}
                leftSection={<IconPhotoUp size={18} aria-hidden />}
              >
                {url ? `Replace ${word}` : `Upload ${word}`}
              </Button>
            )}
          </FileButton>
          {item?.state === 'failed' && item.canRetry ? (
            <Button size="sm" variant="default" onClick={() => uploads.retry(item.key)}>
              Try again
            </Button>
          ) : null}
          {change.error && uploadId !== null ? (
            <Button size="sm" variant="default" onClick={() => change.mutate({ body: { uploadId } })}>
              Try again
            </Button>
          ) : null}
          {url && !item ? (
            <Button
              size="sm"
              variant="subtle"
              color="gray"
              loading={change.isPending}
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={() => change.mutate({ body: { uploadId: null } })}
            >
              Remove {word}
            </Button>
          ) : null}
        </div>
        {item && isBusy ? <SendingState item={item} word={word} /> : null}
        <ErrorText text={problem} />
      </div>
    </fieldset>
  );
}

function SendingState({ item, word }: { item: UploadItem; word: string }) {
  const percent = Math.floor(item.progress * 100);
  const text =
    item.state === 'waiting' ? 'No connection. The upload resumes automatically.' : `Uploading your ${word}`;
  return (
    <output className={classes.sending}>
      <span>{percent < 100 ? text : `Checking your ${word}`}</span>
      <Progress value={percent} size="sm" aria-label={`${percent}% uploaded`} />
    </output>
  );
}
