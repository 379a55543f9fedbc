import { Button, FileButton, Progress } from '@mantine/core';
import { IconPhotoUp, IconTrash } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { getCurrentUser } from '#auth/contract.ts';
import { msg, t } from '#kernel/text.ts';
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
  photo: {
    label: msg('Profile photo'),
    upload: msg('Upload photo'),
    replace: msg('Replace photo'),
    remove: msg('Remove photo'),
    uploading: msg('Uploading your photo'),
    checking: msg('Checking your photo'),
    failed: msg('Failed to save your photo. Please try again.'),
    purpose: 'profile-photo',
    set: setProfilePhoto,
  },
  logo: {
    label: msg('Business logo'),
    upload: msg('Upload logo'),
    replace: msg('Replace logo'),
    remove: msg('Remove logo'),
    uploading: msg('Uploading your logo'),
    checking: msg('Checking your logo'),
    failed: msg('Failed to save your logo. Please try again.'),
    purpose: 'business-logo',
    set: setBusinessLogo,
  },
} as const;
type Texts = (typeof kinds)[keyof typeof kinds];

interface PictureFieldProps {
  kind: keyof typeof kinds;
  /** The name whose initials show if there is no picture. */
  name: string;
  url: string | null;
  /** True while an upload is running that leaving the page would abort. */
  onBusy: (isBusy: boolean) => void;
}

/** Uploads and saves at once, separately from the rest of the form. */
export function PictureField({ kind, name, url, onBusy }: PictureFieldProps) {
  const texts = kinds[kind];
  const { purpose, set } = texts;
  const label = t(texts.label);
  const uploads = useUpload({ purpose });
  const resetInput = useRef<() => void>(null);
  const [item] = uploads.items;
  const change = useCallMutation(set, {
    invalidates: [getCurrentUser],
    onSuccess: ({ message }) => {
      if (item) uploads.forget(item.key);
      showToast({ title: t('Profile updated'), message, tone: 'success' });
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
  const problem = item?.error ?? (change.error ? getErrorText(change.error, t(texts.failed)) : null);
  const shown = item?.previewUrl && item.state !== 'failed' ? item.previewUrl : url;
  return (
    <fieldset className={classes.field} aria-label={label}>
      <Monogram name={name} imageUrl={shown} size={88} shape={kind === 'photo' ? 'round' : 'square'} />
      <div className={classes.words}>
        <p className={classes.label}>{label}</p>
        <p className={classes.hint}>
          {t('{formats}. Saved automatically.', { formats: purposes[purpose].text })}
        </p>
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
                {t(url ? texts.replace : texts.upload)}
              </Button>
            )}
          </FileButton>
          {item?.state === 'failed' && item.canRetry ? (
            <Button size="sm" variant="default" onClick={() => uploads.retry(item.key)}>
              {t('Try again')}
            </Button>
          ) : null}
          {change.error && uploadId !== null ? (
            <Button size="sm" variant="default" onClick={() => change.mutate({ body: { uploadId } })}>
              {t('Try again')}
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
              {t(texts.remove)}
            </Button>
          ) : null}
        </div>
        {item && isBusy ? <SendingState item={item} texts={texts} /> : null}
        <ErrorText text={problem} />
      </div>
    </fieldset>
  );
}

function SendingState({ item, texts }: { item: UploadItem; texts: Texts }) {
  const percent = Math.floor(item.progress * 100);
  const text =
    item.state === 'waiting' ? t('No connection. The upload resumes automatically.') : t(texts.uploading);
  return (
    <output className={classes.sending}>
      <span>{percent < 100 ? text : t(texts.checking)}</span>
      <Progress value={percent} size="sm" aria-label={t('{percent}% uploaded', { percent })} />
    </output>
  );
}
