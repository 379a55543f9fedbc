/** For every test that draws: a busy machine draws slowly, and the second that is the default is then too short. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 5000 });
