import { join } from 'node:path'
import { inOwnProcess } from '@corroborate/server-kit/build'
import { isFilterBuilt } from './factors/passwords/breaches/index.ts'
import { buildConsoleIfChanged } from './operate/console/index.ts'

/** Builds the console's pages, and the filter of common passwords, which the first start would do otherwise. Returns whether it had to. */
export const buildIdentityIfChanged = async (): Promise<boolean> => {
  const builtConsole = await buildConsoleIfChanged()
  if (isFilterBuilt()) return builtConsole
  await inOwnProcess(join(import.meta.dirname, 'run-build.ts'))
  return true
}
