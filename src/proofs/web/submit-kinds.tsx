import { Select } from '@mantine/core';
import type { ReadyUpload } from '#uploads/web/upload-field.tsx';
import type { MediaKind } from '../contract.ts';
import { mediaKindLabels } from './proof-labels.ts';
import { listPossibleKinds } from './submit-requirements.ts';
import classes from './submit-proof.module.css';

interface SubmitKindsProps {
  uploads: readonly ReadyUpload[];
  /** In the same order as `uploads`. */
  kinds: readonly MediaKind[];
  onChoose: (uploadId: string, kind: MediaKind) => void;
  disabled: boolean;
}

export function SubmitKinds({ uploads, kinds, onChoose, disabled }: SubmitKindsProps) {
  if (uploads.length === 0) return null;
  return (
    <div>
      <h3 className={classes.subtitle}>What each file shows</h3>
      <ul className={classes.list}>
        {uploads.map((upload, at) => (
          <li className={classes.kind} key={upload.uploadId}>
            <span className={classes.name}>{upload.name}</span>
            <Select
              aria-label={`What ${upload.name} shows`}
              data={listPossibleKinds(upload).map((value) => ({ value, label: mediaKindLabels[value] }))}
              value={kinds[at] ?? null}
              allowDeselect={false}
              disabled={disabled}
              // The select only offers media kinds.
              onChange={(kind) => onChoose(upload.uploadId, kind as MediaKind)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
