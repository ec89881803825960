import { join } from 'node:path'
import { buildIfChanged } from '@corroborate/server-kit/build'
import { widgetDist } from './dist.ts'

const widget = import.meta.dirname

/** Builds the plain scripts unless those built last came from the same sources. Returns whether it had to. */
export const buildWidgetIfChanged = (): Promise<boolean> =>
  buildIfChanged({
    folders: [widget, join(widget, '..', 'wire')],
    lockfile: join(widget, '..', 'package-lock.json'),
    dist: widgetDist,
    build: async () => {
      // Loaded only when needed: the bundler is a development dependency and takes a moment to load.
      const { buildWidget } = await import('./build.ts')
      await buildWidget()
    },
  })
