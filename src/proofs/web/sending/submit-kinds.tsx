import { Select } from '@mantine/core';
import { t } from '#kernel/text.ts';
import type { MediaKind } from '../../contract.ts';
import { mediaKindLabels } from '../proof-labels.ts';
import { listPossibleKinds, type OfferedFile } from './submit-requirements.ts';
import classes from './submit-proof.module.css';

interface SubmitKindsProps {
  files: readonly OfferedFile[];
  /** In the same order as `files`. */
  kinds: readonly MediaKind[];
  onChoose: (key: string, kind: MediaKind) => void;
  disabled: boolean;
}

export function SubmitKinds({ files, kinds, onChoose, disabled }: SubmitKindsProps) {
  if (files.length === 0) return null;
  return (
    <div>
      <h3 className={classes.subtitle}>{t('What each file shows')}</h3>
      <ul className={classes.list}>
        {files.map((file, at) => (
          <li className={classes.kind} key={file.key}>
            <span className={classes.name}>{file.name}</span>
            <Select
              aria-label={t('What {name} shows', { name: file.name })}
              data={listPossibleKinds(file).map((value) => ({ value, label: t(mediaKindLabels[value]) }))}
              value={kinds[at] ?? null}
              allowDeselect={false}
              disabled={disabled}
              // The select only offers media kinds.
              onChange={(kind) => onChoose(file.key, kind as MediaKind)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
