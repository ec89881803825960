import { join } from 'node:path'
import { build } from 'vite'

/** `react-page.tsx` as one module, with React. */
export const buildReactPage = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: import.meta.dirname,
    publicDir: false,
    // Always a production build, even in tests.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      reportCompressedSize: false,
      modulePreload: false,
      rolldownOptions: { input: join(import.meta.dirname, 'react-page.tsx') },
    },
  })
  const chunks = (Array.isArray(built) ? built : [built])
    .flatMap(output => ('output' in output ? output.output : []))
    .filter(file => file.type === 'chunk')
  const [chunk, ...others] = chunks
  if (chunk === undefined || others.length > 0) throw new Error(`The React page has ${chunks.length} modules.`)
  return chunk.code
}
