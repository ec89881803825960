import { join } from 'node:path'
import { build } from 'vite'

/**
 * Puts a script and all that it imports into one file: finding and reading hundreds of modules is most of what a short life costs.
 * @returns its path
 */
export const bundleScript = async (script: string, outDir: string): Promise<string> => {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: script,
      outDir,
      emptyOutDir: false,
      target: 'esnext',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'life.mjs' } },
    },
  })
  return join(outDir, 'life.mjs')
}
