/** The server killed while money waits for a person, a document or time. */
import { describe } from 'vitest';
import { killed } from './killed.ts';
import { stageCrashes } from './stage.ts';
import { tellStories } from './stories.ts';
import { waitingStories } from './waiting-stories.ts';

describe('invariants 8 and 30: killed while money waits for a person, a document or time', () => {
  // Whoever has no tax ID is held back from the first dollar.
  tellStories(stageCrashes({ TAX_THRESHOLD_DOLLARS: '0' }), waitingStories, killed);
});
