/** For every test that draws: a busy machine draws slowly, and the second that is the default is then too short. */
import { configure } from '@testing-library/react';
import { PATIENCE_MS } from './patience.ts';

configure({ asyncUtilTimeout: PATIENCE_MS });
