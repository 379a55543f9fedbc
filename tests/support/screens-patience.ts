import { configure } from '@testing-library/react';
import { PATIENCE_MS } from './patience.ts';

// How long findBy queries and waitFor wait. The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: PATIENCE_MS });
