import { build, defaultClientConditions, type InlineConfig, type LibraryOptions, mergeConfig } from 'vite'

/** The oldest browsers whose rules the styles are written in: rules for older ones would double what every visitor downloads. */
export const styleTarget = ['chrome123', 'edge123', 'firefox121', 'safari17.5']

/** How files are minified; with fewer passes Terser stops before it has found all. Anew for each: Terser writes into it. */
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
        // Without `Symbol.toStringTag`, which nobody asks for: it costs each file 40 bytes.
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
