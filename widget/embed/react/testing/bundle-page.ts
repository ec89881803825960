import { join } from 'node:path'
import { build, defaultClientConditions } from 'vite'

/** A page of an application with React, in React's development form, which complains of more. */
export const bundlePage = async (file: 'page.tsx' | 'tree-page.tsx'): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    // The chunks of the package, in one file.
    resolve: { conditions: ['package', ...defaultClientConditions] },
    build: {
      write: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, file), formats: ['iife'], name: 'Page' },
    },
  })
  const [first] = Array.isArray(built) ? built : [built]
  return first !== undefined && 'output' in first ? first.output[0].code : ''
}
