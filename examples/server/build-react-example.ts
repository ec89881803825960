import { join } from 'node:path'
import { build } from 'vite'

/** The React page, built as Vite builds any application: the content of each file by its path. */
export const buildReactExample = async (values: {
  provider: string
  publicToken: string
}): Promise<ReadonlyMap<string, string>> => {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: join(import.meta.dirname, '..', 'react'),
    base: '/react/',
    publicDir: false,
    // Always a production build, even in tests.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: {
      'import.meta.env.VITE_PUBLIC_TOKEN': JSON.stringify(values.publicToken),
      'import.meta.env.VITE_PROVIDER': JSON.stringify(values.provider),
    },
    build: { write: false, modulePreload: false, reportCompressedSize: false },
  })
  const outputs = Array.isArray(built) ? built : [built]
  return new Map(
    outputs.flatMap(output =>
      'output' in output
        ? output.output.map(file => [`/react/${file.fileName}`, 'code' in file ? file.code : String(file.source)])
        : [],
    ),
  )
}
