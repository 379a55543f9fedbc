import { SecondFactorStep } from '#auth/web/second-factor/second-factor-step.tsx';
import type { SessionLack } from '#kernel/endpoint.ts';
import { StreetArtwork } from '../../public/landing/street-artwork.tsx';

export default function SecondFactorScreen(props: { lack: SessionLack; onComplete: () => void }) {
  return <SecondFactorStep artwork={<StreetArtwork />} {...props} />;
}
