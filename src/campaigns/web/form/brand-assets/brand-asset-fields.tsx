import { Textarea } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { t } from '#kernel/text.ts';
import { fileUrl } from '#uploads/contract.ts';
import { formatPendingUpload } from '#uploads/web/pending-upload-message.ts';
import { UploadField } from '#uploads/web/upload-field.tsx';
import { type Asset, assetAddress, assetNames } from './brand-assets.ts';
import classes from '../campaign-form.module.css';
import type { CampaignFormValues } from '../campaign-form-values.ts';
import { SavedAsset } from './saved-asset.tsx';
import type { CampaignFormApi } from '../use-campaign-form.ts';

const assetsByType: Record<CampaignFormValues['campaignType'], readonly Asset[]> = {
  wearable: ['tshirtDesign', 'hatDesign', 'logoUrl'],
  social: ['logoUrl'],
};

export function BrandAssetFields({ form }: { form: CampaignFormApi }) {
  const { user } = useCurrentUser();
  return (
    <>
      {user ? (
        <div className={classes.columns}>
          {assetsByType[form.values.campaignType].map((asset) => (
            <AssetField key={asset} asset={asset} form={form} />
          ))}
        </div>
      ) : (
        <p className={classes.note}>{t('Sign in to upload artwork.')}</p>
      )}
      <Textarea
        label={t('Artwork instructions')}
        description={t('Optional. How to wear, print or show it.')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        {...form.getInputProps('brandAssets.customInstructions')}
      />
    </>
  );
}

interface AssetFieldProps {
  asset: Asset;
  form: CampaignFormApi;
}

function AssetField({ asset, form }: AssetFieldProps) {
  const path = `brandAssets.${asset}` as const;
  const address = assetAddress(form.values.brandAssets, asset);
  // UploadField already shows the file that was uploaded here.
  const [sent, setSent] = useState<string>();
  const area = useRef<HTMLDivElement>(null);
  const clearPending = useEffectEvent(() => form.setPendingArtwork(asset, null));
  useEffect(() => () => clearPending(), []);

  const error = form.errors[path];
  return (
    <div ref={area} data-part={path}>
      {address && address !== sent ? (
        <SavedAsset
          name={t(assetNames[asset])}
          address={address}
          error={error}
          onRemove={() => {
            form.setFieldValue(path, undefined);
            // The pressed button disappears with the file, so move the focus.
            requestAnimationFrame(() => area.current?.querySelector('button')?.focus());
          }}
        />
      ) : (
        <UploadField
          purpose="brand-asset"
          label={t(assetNames[asset])}
          error={error}
          onChange={(uploads) => {
            const [file] = uploads.ready;
            const ready = file && fileUrl(file.uploadId);
            setSent(ready);
            form.setPendingArtwork(asset, formatPendingUpload(uploads));
            form.setFieldValue(path, ready);
          }}
        />
      )}
    </div>
  );
}
