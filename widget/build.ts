import { join } from 'node:path'
import { precompress } from '@corroborate/server-kit/build'
import { build, type LibraryOptions } from 'vite'
import { widgetDist } from './dist.ts'
import { pinScripts } from './pin-scripts.ts'

type Script = {
  /** Its name under `dist/`, and so its address at the provider. */
  file: string
  entry: string
  format: 'iife' | 'es'
  /** The global of a script that is not a module. */
  name?: string
}

/** Every file that a page without a bundler may load. One more is one line more. */
const scripts: readonly Script[] = [
  { file: 'widget.js', entry: 'mount/script.ts', format: 'iife', name: 'SignIn' },
  { file: 'headless.js', entry: 'client/script.ts', format: 'iife', name: 'SignInHeadless' },
  { file: 'headless.mjs', entry: 'client/module.ts', format: 'es' },
]

const preact = (file: string): string => join(import.meta.dirname, 'preact', file)

/** The widget is written for React and brings Preact instead, where a page has no React of its own. */
export const preactForReact = {
  'react-dom/client': preact('react-dom-client.ts'),
  'react/jsx-runtime': preact('jsx-runtime.ts'),
  react: preact('react.ts'),
}

/** The oldest browsers whose rules the styles are written in: everything else would be said twice, for every visitor. */
const styleTarget = ['chrome123', 'edge123', 'firefox121', 'safari17.5']

/**
 * Builds the plain scripts into `outDir`: each one file without dependencies, a copy of it under a name that tells its
 * content, both with a `.br` and a `.gz` beside them, and `sdk.json`, which lists them.
 */
export const buildWidget = async ({ outDir = widgetDist }: { outDir?: string } = {}): Promise<void> => {
  for (const script of scripts) await buildScript(script, outDir)
  await pinScripts(
    outDir,
    scripts.map(({ file }) => file),
  )
  await precompress(outDir)
}

const buildScript = async ({ file, entry, format, name }: Script, outDir: string): Promise<void> => {
  const root = import.meta.dirname
  const lib: LibraryOptions = {
    entry: join(root, entry),
    formats: [format],
    fileName: () => file,
    ...(name && { name }),
  }
  await build({
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    root,
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: preactForReact },
    // A build is a production build, also when a test asks for one.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      lib,
      outDir,
      emptyOutDir: false,
      target: 'baseline-widely-available',
      cssTarget: styleTarget,
      minify: 'oxc',
      reportCompressedSize: false,
    },
  })
}
