import { join } from 'node:path'
import { build } from 'vite'

/** Modules of a page, given by their text, as one script. Their imports are resolved from the folder of this file. */
export const bundleSource = async (modules: Readonly<Record<string, string>>, entry: string): Promise<string> => {
  const at = (name: string): string => join(import.meta.dirname, name)
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: import.meta.dirname,
    publicDir: false,
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'given-modules',
        enforce: 'pre',
        resolveId: id => (modules[id.replace('./', '')] === undefined ? null : at(id.replace('./', ''))),
        load: id => Object.entries(modules).find(([name]) => at(name) === id)?.[1] ?? null,
      },
    ],
    build: { write: false, reportCompressedSize: false, modulePreload: false, rolldownOptions: { input: entry } },
  })
  const [chunk] = (Array.isArray(built) ? built : [built])
    .flatMap(output => ('output' in output ? output.output : []))
    .filter(file => file.type === 'chunk')
  if (chunk === undefined) throw new Error(`${entry} has become no script.`)
  return chunk.code
}
