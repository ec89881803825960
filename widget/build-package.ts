import { cp, mkdir, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build, defaultClientConditions, type Plugin } from 'vite'
import { preactForReact } from './build.ts'
import { styleTarget } from './bundle.ts'
import { widgetDist } from './dist.ts'

const at = (file: string): string => join(import.meta.dirname, file)

type Modules = {
  /** Entries that an application imports, with the source of each. */
  entries: Readonly<Record<string, string>>
  /** Prefix of their chunks' names. */
  chunks: string
  /** Stands in for React; left out, the modules import that of the application. */
  alias?: Readonly<Record<string, string>>
  /** The first statement of every file. */
  directive?: string
}

/** The headless client, in one copy for all: errors are recognized by their class. */
const client: Modules = { entries: { client: 'client/index.ts' }, chunks: 'client' }

const modules: readonly Modules[] = [
  client,
  // In Next.js and the like, a server component that renders one of these sends it to the browser (React Server Components).
  { entries: { react: 'embed/react/index.tsx' }, chunks: 'react', directive: '"use client";' },
  {
    entries: { index: 'embed/index.ts', element: 'embed/element/define.ts' },
    chunks: 'preact',
    alias: preactForReact,
  },
]

/** The plain scripts, and the hashes by which a page can pin them. */
const scripts = ['widget.js', 'headless.js', 'headless.mjs']

/**
 * Builds the package `@corroborate/widget` except for its types: ES modules with `@corroborate/wire` external and a chunk for each product
 * and language, and the provider's plain scripts, which must be built already.
 */
export const buildWidgetPackage = async (outDir: string): Promise<void> => {
  await rm(outDir, { recursive: true, force: true })
  for (const set of modules) await buildModules(set, outDir)
  await mkdir(join(outDir, 'script'))
  for (const file of scripts) await cp(join(widgetDist, file), join(outDir, 'script', file))
  await cp(join(widgetDist, 'sdk.json'), join(outDir, 'script', 'integrity.json'))
}

const buildModules = async ({ entries, chunks, alias, directive = '' }: Modules, outDir: string): Promise<unknown> =>
  build({
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    root: import.meta.dirname,
    publicDir: false,
    plugins: entries === client.entries ? [] : [oneClient],
    resolve: { conditions: ['package', ...defaultClientConditions], ...(alias && { alias }) },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      lib: {
        entry: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, at(file)])),
        formats: ['es'],
      },
      outDir,
      emptyOutDir: false,
      target: 'baseline-widely-available',
      cssTarget: styleTarget,
      // Applications minify, and their developers read.
      minify: false,
      cssMinify: 'lightningcss',
      reportCompressedSize: false,
      rolldownOptions: {
        checks: { pluginTimings: false },
        external: alias === undefined ? /^(?:react|react-dom|@corroborate\/wire)(?:\/|$)/ : /^@corroborate\/wire\//,
        // All in one folder, so that `./client.js` is the client for each of them.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: ({ facadeModuleId, name }) =>
            `${chunks}-${facadeModuleId ? nameOfModule(facadeModuleId) : name}.js`,
          banner: directive,
          codeSplitting: {
            groups: [
              // Otherwise every file that two products share would be a chunk.
              { name: 'form', test: /\/widget\/root\/Widget\.tsx$/, priority: 2 },
              { name: 'shared', test: /\/widget\/products\/(?:proof|scopes|upkeep)\//, priority: 1 },
            ],
          },
        },
      },
    },
  })

/** `passwords` of `products/passwords/views.ts`, `account-de` of `products/account/de.ts`. */
const nameOfModule = (module: string): string =>
  relative(import.meta.dirname, module)
    .replace(/^.*?(?:products|strings|client)\//, '')
    .replace(/(?:\/(?:views|index))?\.ts$/, '')
    .replaceAll('/', '-')

/** Leaves the headless client to the file that holds it. */
const oneClient: Plugin = {
  name: 'one-client',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    return found?.id === at(client.entries.client ?? '') ? { id: './client.js', external: true } : found
  },
}
