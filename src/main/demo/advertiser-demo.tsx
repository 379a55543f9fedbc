import { useState } from 'react';
import AdvertiserPage from '#campaigns/web/dashboard/advertiser-page.tsx';
import { useClock } from '#platform/web/clock.ts';
import { EventStreamProvider } from '#platform/web/event-stream.ts';
import { advertiserAnswers } from './advertiser-answers.ts';
import { DemoStage } from './demo-stage.tsx';
import { sampleLive } from './sample-live.ts';
import { streamSamples } from './sample-stream.ts';

export function AdvertiserDemo() {
  const clock = useClock();
  const [{ answers, stream }] = useState(() => {
    const live = sampleLive(clock);
    return { answers: advertiserAnswers(clock.now(), live), stream: streamSamples(live) };
  });
  return (
    <DemoStage answers={answers} prompt="Sign in as an advertiser to create your own campaign.">
      <EventStreamProvider value={stream}>
        <AdvertiserPage />
      </EventStreamProvider>
    </DemoStage>
  );
}
