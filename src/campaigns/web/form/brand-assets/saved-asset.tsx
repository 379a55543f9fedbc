import { ActionIcon } from '@mantine/core';
import { IconFile, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { t } from '#kernel/text.ts';
import classes from '#uploads/web/upload-field.module.css';
import own from './brand-assets.module.css';

interface KeptAssetProps {
  name: string;
  address: string;
  error: ReactNode;
  onRemove: () => void;
}

export function SavedAsset({ name, address, error, onRemove }: KeptAssetProps) {
  return (
    <fieldset className={classes.field}>
      <legend className={classes.label}>{name}</legend>
      <div className={classes.item}>
        <AssetPicture address={address} />
        <a className={own.link} href={address} target="_blank" rel="noreferrer">
          {t('Saved file')}
        </a>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('Remove {name}', { name })}
          onClick={onRemove}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      {error ? (
        <p className={classes.error} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

/** The URL does not tell whether it is a PDF, so try the picture first. */
export function AssetPicture({ address, className }: { address: string; className?: string | undefined }) {
  const [isPicture, setPicture] = useState(true);
  return isPicture ? (
    <img className={className ?? classes.preview} src={address} alt="" onError={() => setPicture(false)} />
  ) : (
    <span className={className ?? classes.preview} aria-hidden>
      <IconFile />
    </span>
  );
}
