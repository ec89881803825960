import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

/**
 * External packages: bundles cannot contain native code, and the passkey verification library rejects everything if its modules run in a
 * different order.
 */
const notBundled = ['@node-rs/argon2', '@node-rs/bcrypt', '@simplewebauthn/server']

/** Keeps module-relative paths pointing to the sources, wherever the bundle is. */
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

/** Returns the output path of `bundleScripts` for a script: its full path, below that folder. */
export const bundlePath = (script: string, folder: string): string => `${folder}${script}.mjs`

/**
 * Bundles scripts with their imports into few files: resolving and reading thousands of modules is most of a short process's cost.
 * @param scripts paths of their files
 * @param folder output folder, with each bundle at its `bundlePath`
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
