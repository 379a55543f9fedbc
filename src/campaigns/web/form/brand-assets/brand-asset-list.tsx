import { type Message, t } from '#kernel/text.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import type { Campaign } from '../../../contract.ts';
import { type Asset, assetAddress, assetNames } from './brand-assets.ts';
import classes from './brand-assets.module.css';
import pageClasses from '../../page/campaign-page.module.css';
import { AssetPicture } from './saved-asset.tsx';

export function BrandAssetList({ assets }: { assets: Campaign['brandAssets'] }) {
  // Object.entries widens the keys to string; the keys of `assetNames` are Asset.
  const given = (Object.entries(assetNames) as [Asset, Message][]).flatMap(([asset, name]) => {
    const address = assetAddress(assets, asset);
    return address ? [{ name: t(name), address }] : [];
  });
  const { customInstructions } = assets;
  if (given.length === 0 && !customInstructions) return null;
  return (
    <Panel title={t('Brand assets')}>
      {customInstructions ? <p className={pageClasses.prose}>{customInstructions}</p> : null}
      {given.length > 0 ? (
        <ul className={classes.assets}>
          {given.map(({ name, address }) => (
            <li key={name}>
              <a className={classes.asset} href={address} target="_blank" rel="noreferrer">
                <AssetPicture address={address} className={classes.picture} />
                {name}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </Panel>
  );
}
