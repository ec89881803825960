import { existsSync } from 'node:fs'
import process from 'node:process'
import { bundlePath } from '../bundles/index.ts'

// biome-ignore lint/style/noProcessEnv: which bundles there are is a setting of the tests, not of what they start
const { TEST_BUNDLES } = process.env

/** The file to start for a script: its bundle where the tests have made one, otherwise its own. */
export const asStarted = (script: string): string => {
  if (TEST_BUNDLES === undefined) return script
  const bundle = bundlePath(script, TEST_BUNDLES)
  return existsSync(bundle) ? bundle : script
}
