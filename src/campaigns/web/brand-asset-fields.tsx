import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { fileUrl } from '#uploads/contract.ts';
import { UploadField } from '#uploads/web/upload-field.tsx';
import { type Asset, assetAddress, assetNames } from './brand-assets.ts';
import classes from './campaign-form.module.css';
import type { CampaignFormValues } from './campaign-form-values.ts';
import type { CampaignFormApi } from './use-campaign-form.ts';

const assetsOf: Record<CampaignFormValues['campaignType'], readonly Asset[]> = {
  wearable: ['tshirtDesign', 'hatDesign', 'logoUrl'],
  social: ['logoUrl'],
};

/** The artwork that marketers wear or show. Only signed-in people can send files. */
export function BrandAssetFields({ form }: { form: CampaignFormApi }) {
  const { user } = useCurrentUser();
  if (!user) return <p className={classes.note}>Once you are signed in you can add your artwork here.</p>;
  return (
    <div className={classes.columns}>
      {assetsOf[form.values.campaignType].map((asset) => (
        <AssetField key={asset} asset={asset} form={form} />
      ))}
    </div>
  );
}

function AssetField({ asset, form }: { asset: Asset; form: CampaignFormApi }) {
  // What was sent before this page was opened; the field below knows only its own files.
  const [kept, setKept] = useState(assetAddress(form.values.brandAssets, asset));
  const set = (address: string | undefined) => form.setFieldValue(`brandAssets.${asset}`, address);
  if (kept) {
    return (
      <div className={classes.kept}>
        <span>
          {assetNames[asset]}: <a href={kept}>saved file</a>
        </span>
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            setKept(undefined);
            set(undefined);
          }}
        >
          Replace
        </Button>
      </div>
    );
  }
  return (
    <UploadField
      purpose="brand-asset"
      label={assetNames[asset]}
      error={form.errors[`brandAssets.${asset}`]}
      onChange={({ ready: [file] }) => set(file && fileUrl(file.uploadId))}
    />
  );
}
