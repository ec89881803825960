import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { precompress } from '@corroborate/server-kit/build'
import { build, defaultClientConditions, type LibraryOptions } from 'vite'
import { widgetDist } from './dist.ts'
import { de } from './form/strings/de.ts'
import { type PinnedFile, pinFile } from './pin-file.ts'

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
  { file: 'widget.js', entry: 'embed/script.ts', format: 'iife', name: 'SignIn' },
  { file: 'headless.js', entry: 'client/script.ts', format: 'iife', name: 'SignInHeadless' },
  { file: 'headless.mjs', entry: 'client/module.ts', format: 'es' },
]

const preact = (file: string): string => join(import.meta.dirname, 'embed', 'preact', file)

/** The widget is written for React and brings Preact instead, where a page has no React of its own. */
export const preactForReact = {
  'react-dom/client': preact('react-dom-client.ts'),
  'react/jsx-runtime': preact('jsx-runtime.ts'),
  react: preact('react.ts'),
}

/** The oldest browsers whose rules the styles are written in: everything else would be said twice, for every visitor. */
const styleTarget = ['chrome123', 'edge123', 'firefox121', 'safari17.5']

/** The languages that travel by themselves, to the pages that ask for them. */
const languages = { de }

/**
 * Builds the plain scripts into `outDir`: each one file without dependencies, and the texts of the languages they fetch.
 * Beside each lies a copy under a name that tells its content, both with a `.br` and a `.gz`; `sdk.json` lists them.
 */
export const buildWidget = async ({ outDir = widgetDist }: { outDir?: string } = {}): Promise<void> => {
  await mkdir(outDir, { recursive: true })
  const pinned: Record<string, PinnedFile> = {}
  const builtLanguages: Record<string, Pick<PinnedFile, 'file' | 'integrity'>> = {}
  for (const [language, texts] of Object.entries(languages)) {
    const name = `strings-${language}.json`
    await writeFile(join(outDir, name), JSON.stringify(texts))
    const copy = await pinFile(outDir, name)
    pinned[name] = copy
    builtLanguages[language] = { file: copy.file, integrity: copy.integrity }
  }
  for (const script of scripts) {
    await buildScript(script, outDir, { builtLanguages: JSON.stringify(builtLanguages) })
    pinned[script.file] = await pinFile(outDir, script.file)
  }
  await writeFile(join(outDir, 'sdk.json'), `${JSON.stringify(pinned, null, 2)}\n`)
  await precompress(outDir)
}

const buildScript = async (
  { file, entry, format, name }: Script,
  outDir: string,
  constants: Readonly<Record<string, string>>,
): Promise<void> => {
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
    define: { 'process.env.NODE_ENV': '"production"', ...constants },
    resolve: { alias: preactForReact, conditions: ['plain-script', ...defaultClientConditions] },
    // A build is a production build, also when a test asks for one.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      lib,
      outDir,
      emptyOutDir: false,
      target: 'baseline-widely-available',
      cssTarget: styleTarget,
      // Slower than the bundler's own, and some hundred bytes less for every visitor.
      minify: 'terser',
      terserOptions: { ecma: 2020, compress: { ecma: 2020, passes: 2 } },
      rolldownOptions: { checks: { pluginTimings: false } },
      reportCompressedSize: false,
    },
  })
}
