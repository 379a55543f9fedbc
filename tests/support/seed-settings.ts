/** Returns the settings with which tests build the demo world. */
export const seedSettings = (dataDir: string) => ({
  DATA_DIR: dataDir,
  SEED: 'demo',
  PORT: '0',
  HOST: '127.0.0.1',
  LIMITS: 'off',
  LOG_LEVEL: 'silent',
  MAP_STYLE_URL: 'offline',
  NODE_ENV: 'test',
});
