import { Button } from '@mantine/core';
import { IconCurrentLocation, IconMapPinCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { measurePosition, type Position } from './measure-position.ts';
import classes from './profile.module.css';

interface LocationVerificationProps {
  position: Position | null;
  onMeasured: (position: Position) => void;
}

/** Reads the device's position once; it is saved with the rest of the form. */
export function LocationVerification({ position, onMeasured }: LocationVerificationProps) {
  const [isMeasuring, setIsMeasuring] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const verify = async () => {
    setIsMeasuring(true);
    setProblem(null);
    try {
      onMeasured(await measurePosition());
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Failed to get your location.');
    } finally {
      setIsMeasuring(false);
    }
  };
  return (
    <div className={classes.location}>
      <div className={classes.locationWords}>
        <p className={classes.locationName}>GPS verification</p>
        <p className={classes.locationText}>
          {position
            ? `${position.latitude.toFixed(6)}, ${position.longitude.toFixed(6)}`
            : 'Shows that you are where you say. Your browser asks you first; nobody else sees the position.'}
        </p>
        {problem ? (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        ) : null}
      </div>
      <Button
        variant="default"
        disabled={position !== null}
        loading={isMeasuring}
        leftSection={
          position ? <IconMapPinCheck size={18} aria-hidden /> : <IconCurrentLocation size={18} aria-hidden />
        }
        onClick={() => void verify()}
      >
        {position ? 'Location Verified' : 'Verify Location'}
      </Button>
    </div>
  );
}
