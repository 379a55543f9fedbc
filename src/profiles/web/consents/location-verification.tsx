import { Button } from '@mantine/core';
import { IconCurrentLocation, IconMapPinCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { readCurrentPosition } from '#platform/web/maps/picker/current-position.ts';
import { roundPoint } from '#platform/web/maps/picker/location-value.ts';
import { ActionBox } from '#platform/web/ui/layout/action-box.tsx';

interface Position {
  latitude: number;
  longitude: number;
}

interface LocationVerificationProps {
  position: Position | null;
  isSaved: boolean;
  onMeasured: (position: Position) => void;
}

/** The specification's limits for a profile: longer than for tracking, because there is no hurry. */
const POSITION_OPTIONS = { timeoutMs: 15_000, maximumAgeMs: 60_000 };

export function LocationVerification({ position, isSaved, onMeasured }: LocationVerificationProps) {
  const [isMeasuring, setIsMeasuring] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const verify = async () => {
    setIsMeasuring(true);
    setProblem(null);
    try {
      const { lat, lng } = roundPoint(await readCurrentPosition(POSITION_OPTIONS));
      onMeasured({ latitude: lat, longitude: lng });
    } catch (error) {
      setProblem(
        error instanceof Error ? error.message : t('Failed to get your location. Please try again.'),
      );
    } finally {
      setIsMeasuring(false);
    }
  };
  return (
    <ActionBox
      name={t('GPS verification')}
      text={
        position
          ? `${position.latitude.toFixed(6)}, ${position.longitude.toFixed(6)}`
          : t('Your browser will ask for permission.')
      }
      note={t('Saved with your profile to show gigs near you. Advertisers never see it.')}
      problem={problem}
    >
      <Button
        variant="default"
        disabled={position !== null}
        loading={isMeasuring}
        leftSection={
          position ? <IconMapPinCheck size={18} aria-hidden /> : <IconCurrentLocation size={18} aria-hidden />
        }
        onClick={() => void verify()}
      >
        {position ? (isSaved ? t('Location Verified') : t('Not saved yet')) : t('Verify Location')}
      </Button>
    </ActionBox>
  );
}
