import { join } from 'node:path'
import { buildIfChanged, inOwnProcess } from '@corroborate/server-kit/build'
import { fontsFolder } from './font-files.ts'

/** Builds the fonts of share pictures, unless they were built already. Returns whether it had to. */
export const buildFontsIfChanged = (): Promise<boolean> =>
  buildIfChanged({
    folders: [import.meta.dirname],
    lockfile: join(import.meta.dirname, '../../../../package-lock.json'),
    dist: fontsFolder,
    builders: ['subset-font', '@expo-google-fonts/inter', '@fontsource-variable/noto-sans-sc'],
    build: () => inOwnProcess(join(import.meta.dirname, 'run-build.ts')),
  })
