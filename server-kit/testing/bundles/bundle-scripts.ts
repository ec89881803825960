import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

/**
 * Packages that Node loads from where they are: no bundle can hold machine code, and what checks passkeys refuses every one when its
 * modules run in another order than their own.
 */
const notBundled = ['@node-rs/argon2', '@node-rs/bcrypt', '@simplewebauthn/server']

/** Modules go on finding what lies beside their sources, wherever the bundle is. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  enforce: 'pre',
  resolveId: {
    filter: { id: new RegExp(`^(${notBundled.join('|')})$`) },
    async handler(id, importer) {
      const found = await this.resolve(id, importer, { skipSelf: true })
      return found && { id: pathToFileURL(found.id).href, external: 'absolute' }
    },
  },
  transform: {
    filter: { id: /\.m?[jt]sx?$/, code: /\bimport\.meta\b/ },
    handler: (code, id) =>
      code
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
        .replaceAll('import.meta.filename', JSON.stringify(id)),
  },
}

/** Where `bundleScripts` puts a script: its whole path, in that folder. */
export const bundlePath = (script: string, folder: string): string => `${folder}${script}.mjs`

/**
 * Puts scripts and all that they import into few files: finding and reading thousands of modules is most of what a short process costs.
 * @param scripts paths of their files
 * @param folder where the bundles go, each at its `bundlePath`
 */
export const bundleScripts = async (scripts: readonly string[], folder: string): Promise<void> => {
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    plugins: [keepPlaces],
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'esnext',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(scripts.map(script => [script.slice(1), script])),
        output: { entryFileNames: '[name].mjs', chunkFileNames: 'shared/[name]-[hash].mjs' },
      },
    },
  })
}
