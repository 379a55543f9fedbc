import { Panel } from '#platform/web/ui/panel.tsx';
import type { Campaign } from '../contract.ts';
import { type Asset, assetAddress, assetNames } from './brand-assets.ts';
import classes from './campaign-page.module.css';

/** The artwork that was sent with the campaign. Whether it is a picture or a PDF, the browser shows it. */
export function BrandAssetList({ assets }: { assets: Campaign['brandAssets'] }) {
  // Object.entries widens the keys to string; those of `assetNames` are Asset.
  const given = (Object.entries(assetNames) as [Asset, string][]).flatMap(([asset, name]) => {
    const address = assetAddress(assets, asset);
    return address ? [{ name, address }] : [];
  });
  if (given.length === 0) return null;
  return (
    <Panel title="Brand assets">
      <ul className={classes.list}>
        {given.map(({ name, address }) => (
          <li key={name}>
            <a href={address} target="_blank" rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
