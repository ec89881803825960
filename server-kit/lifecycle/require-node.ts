import { ConfigurationError } from '../operator-error/index.ts'

/** The oldest Node that runs our TypeScript as it is and has `node:sqlite` without a flag. */
const oldest = 24

/** @throws ConfigurationError on a Node too old to run the servers. */
export const requireNode = (version: string): void => {
  const major = Number(version.replace(/^v/, '').split('.')[0])
  if (major >= oldest) return
  throw new ConfigurationError(
    `Node ${version} is too old: Node ${oldest} or later is needed. \`npm start\` brings its own on Linux and Windows for ` +
      'x64 and on Linux for arm64; elsewhere install one from https://nodejs.org.',
  )
}
