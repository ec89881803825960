import { join } from 'node:path'
import { buildIfChanged, inOwnProcess } from '@corroborate/server-kit/build'
import { widgetDist } from './dist.ts'

const widget = import.meta.dirname

/** Builds the plain scripts unless those built last came from the same sources. Returns whether it had to. */
export const buildWidgetIfChanged = (): Promise<boolean> =>
  buildIfChanged({
    folders: [widget, join(widget, '..', 'wire')],
    lockfile: join(widget, '..', 'package-lock.json'),
    dist: widgetDist,
    builders: ['vite', 'terser'],
    build: () => inOwnProcess(join(widget, 'run-build.ts')),
  })
