import { configure } from '@testing-library/react';
import { SECOND } from '#kernel/time.ts';
import { patience } from './patience.ts';

// How long findBy queries and waitFor wait. The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 5 * SECOND * patience });
