import { build, defaultClientConditions, type InlineConfig, type LibraryOptions, mergeConfig } from 'vite'

/** Oldest browsers supported by the styles; older targets would double the download size. */
export const styleTarget = ['chrome123', 'edge123', 'firefox121', 'safari17.5']

/** Minification options; Terser needs these passes to converge. A new object each time, since Terser mutates it. */
export const terserOptions = () => ({ ecma: 2020, compress: { ecma: 2020, passes: 5 } }) as const

/** Bundles an entry into one minified file, as pages without a bundler get it. @returns its content */
export const bundle = async (lib: LibraryOptions, more: InlineConfig): Promise<string> => {
  const shared: InlineConfig = {
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    root: import.meta.dirname,
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { conditions: ['plain-script', ...defaultClientConditions] },
    // Tests set NODE_ENV to `test`, and must get a production build too.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      lib: { ...lib, fileName: () => 'bundle.js' },
      write: false,
      target: 'baseline-widely-available',
      cssTarget: styleTarget,
      // Terser is slower than the bundler's own minifier, and its files are some hundred bytes smaller.
      minify: 'terser',
      terserOptions: terserOptions(),
      rolldownOptions: {
        checks: { pluginTimings: false },
        // Without the unused `Symbol.toStringTag`, which costs 40 bytes per file.
        output: { generatedCode: { symbols: false } },
      },
      reportCompressedSize: false,
    },
  }
  const built = await build(mergeConfig(shared, more))
  const outputs = (Array.isArray(built) ? built : [built]).flatMap(result => ('output' in result ? result.output : []))
  const [file, ...others] = outputs
  if (file?.type !== 'chunk' || others.length > 0)
    throw new Error(`One file was expected, and ${outputs.length} were built.`)
  return file.code
}
