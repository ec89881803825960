import { join } from 'node:path'
import { buildIfChanged, inOwnProcess } from '@corroborate/server-kit/build'
import { consoleDist } from './bundle.ts'

const here = import.meta.dirname
const root = join(here, '../../..')

/** Builds the console's pages unless those built last came from the same sources. Returns whether it had to. */
export const buildConsoleIfChanged = (): Promise<boolean> =>
  buildIfChanged({
    folders: [here, join(root, 'server-kit/page')],
    lockfile: join(root, 'package-lock.json'),
    dist: consoleDist,
    builders: ['vite'],
    build: () => inOwnProcess(join(here, 'run-build.ts')),
  })
