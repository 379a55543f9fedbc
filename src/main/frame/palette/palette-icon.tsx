import {
  IconArrowRight,
  IconBolt,
  IconHelpCircle,
  IconHistory,
  IconRefresh,
  IconSpeakerphone,
} from '@tabler/icons-react';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import type { PaletteItem } from './palette-items.ts';

const icons = {
  recent: IconHistory,
  page: IconArrowRight,
  action: IconBolt,
  help: IconHelpCircle,
  campaign: IconSpeakerphone,
  retry: IconRefresh,
};

export function PaletteIcon({ item: { kind, label, imageUrl } }: { item: PaletteItem }) {
  if (kind === 'person') return <Monogram name={label} imageUrl={imageUrl} size={28} shape="round" />;
  const Icon = icons[kind];
  return <Icon size={20} aria-hidden />;
}
