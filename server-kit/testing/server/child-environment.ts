import process from 'node:process'

// biome-ignore lint/style/noProcessEnv: where Node keeps what it made of our TypeScript is a setting of the tests, not of what they start
const { NODE_COMPILE_CACHE } = process.env

/** Environment of every process started by a test. */
export const childEnvironment: Readonly<Record<string, string>> = {
  PATH: '/usr/bin:/bin',
  LOG_LEVEL: 'error',
  ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
}
