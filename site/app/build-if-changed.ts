import { join } from 'node:path'
import { buildIfChanged, inOwnProcess } from '@corroborate/server-kit/build'
import { buildFontsIfChanged } from '../paper/share-picture/index.ts'
import { siteDist } from './dist.ts'

const site = join(import.meta.dirname, '..')

/** Builds the site and the fonts of its share images if the sources have changed. Returns true if it built. */
export const buildSiteIfChanged = async (): Promise<boolean> => {
  const builtFonts = await buildFontsIfChanged()
  const builtPages = await buildPagesIfChanged()
  return builtFonts || builtPages
}

const buildPagesIfChanged = (): Promise<boolean> =>
  buildIfChanged({
    folders: [site, join(site, '..', 'server-kit', 'page'), join(site, '..', 'widget'), join(site, '..', 'wire')],
    lockfile: join(site, '..', 'package-lock.json'),
    dist: siteDist,
    builders: ['vite', 'rolldown'],
    build: () => inOwnProcess(join(import.meta.dirname, 'run-build.ts')),
  })
