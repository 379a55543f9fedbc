import { Panel } from '#platform/web/ui/panel.tsx';
import type { Campaign } from '../contract.ts';
import classes from './campaign-page.module.css';

const names = { tshirtDesign: 'T-shirt design', hatDesign: 'Hat design', logoUrl: 'Logo' } as const;

/** The artwork that was sent with the campaign. Whether it is a picture or a PDF, the browser shows it. */
export function BrandAssetList({ assets }: { assets: Campaign['brandAssets'] }) {
  // Object.entries widens the keys to string; those of `names` are literal.
  const given = (Object.entries(names) as [keyof typeof names, string][]).filter(([key]) => assets[key]);
  if (given.length === 0) return null;
  return (
    <Panel title="Brand assets">
      <ul className={classes.list}>
        {given.map(([key, name]) => (
          <li key={key}>
            <a href={assets[key]} target="_blank" rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
