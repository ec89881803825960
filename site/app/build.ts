import { join } from 'node:path'
import { precompress } from '@corroborate/server-kit/build'
import { build, type InlineConfig } from 'vite'
import { entriesOf } from '../kit/http/index.ts'
import { siteDist } from './dist.ts'
import { namedMarkup } from './named-markup.ts'
import { pages, sections } from './pages.ts'

/**
 * Builds browser code and server rendering into `outDir` (`client/`, `server/`), and lays a `.br` and a `.gz` beside every
 * text asset, so that serving one costs no compression. Takes about two seconds.
 */
export const buildSite = async ({ outDir = siteDist }: { outDir?: string } = {}): Promise<void> => {
  const configFile = join(import.meta.dirname, '../vite.config.ts')
  const shared: InlineConfig = {
    configFile,
    logLevel: 'warn',
    mode: 'production',
    plugins: [namedMarkup(pages, sections)],
  }
  const input = [
    ...new Set(pages.flatMap(page => [...entriesOf(page), ...(page.styles === undefined ? [] : [page.styles])])),
  ]
  await build({ ...shared, build: { outDir: join(outDir, 'client'), rolldownOptions: { input } } })
  await build({ ...shared, build: { outDir: join(outDir, 'server'), ssr: true } })
  await buildEmbed(join(outDir, 'client'))
  await precompress(join(outDir, 'client'))
}

const embedded = join(import.meta.dirname, '../open/embed/browser')

/** The script for other people’s pages: one file under a name that stays. */
const buildEmbed = (outDir: string): Promise<unknown> =>
  build(oneModule({ entry: join(embedded, 'script.ts'), outDir, fileName: 'embed.js', emptyOutDir: false }))

/** Builds the package `@corroborate/embed`: the module for bundlers, alone in its folder. */
export const buildEmbedModule = (outDir: string): Promise<unknown> =>
  build(oneModule({ entry: join(embedded, 'index.ts'), outDir, fileName: 'index.js', emptyOutDir: true }))

type OneModule = { entry: string; outDir: string; fileName: string; emptyOutDir: boolean }

const oneModule = ({ entry, outDir, fileName, emptyOutDir }: OneModule): InlineConfig => ({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    target: 'baseline-widely-available',
    outDir,
    emptyOutDir,
    minify: 'oxc',
    reportCompressedSize: false,
    lib: { entry, formats: ['es'], fileName: () => fileName },
  },
})
