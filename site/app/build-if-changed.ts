import { join } from 'node:path'
import { buildIfChanged } from '@corroborate/server-kit/build'
import { siteDist } from './dist.ts'

const site = join(import.meta.dirname, '..')

/** Builds the site unless what was built last came from the same sources. Returns whether it had to. */
export const buildSiteIfChanged = (): Promise<boolean> =>
  buildIfChanged({
    folders: [site, join(site, '..', 'widget'), join(site, '..', 'wire')],
    lockfile: join(site, '..', 'package-lock.json'),
    dist: siteDist,
    build: async () => {
      // Loaded only when needed: the bundler is a development dependency and takes a moment to load.
      const { buildSite } = await import('./build.ts')
      await buildSite()
    },
  })
