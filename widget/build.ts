import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { precompress } from '@corroborate/server-kit/build'
import type { OtherLocale } from '@corroborate/wire/locales'
import { buildProduct, fetchedProducts, partsOfClient } from './build-product.ts'
import { bundle } from './bundle.ts'
import { widgetDist } from './dist.ts'
import { de } from './form/strings/de.ts'
import { es } from './form/strings/es.ts'
import { type PinnedFile, pinFile } from './pin-file.ts'
import { de as accountDe } from './products/account/de.ts'
import { es as accountEs } from './products/account/es.ts'
import type { FetchedProduct } from './products/index.ts'

type Script = {
  /** Its name under `dist/`, and so its address at the provider. */
  file: string
  entry: string
  format: 'iife' | 'es'
  /** The global of a script that is not a module. */
  name?: string
  /** Bundles the client parts that the widget loads with products. */
  isWhole?: true
}

/** The scripts that a page without a bundler may load. */
const scripts: readonly Script[] = [
  { file: 'widget.js', entry: 'embed/script.ts', format: 'iife', name: 'SignIn' },
  { file: 'headless.js', entry: 'client/script.ts', format: 'iife', name: 'SignInHeadless', isWhole: true },
  { file: 'headless.mjs', entry: 'client/module.ts', format: 'es', isWhole: true },
  // For the published client, which looks for it under this name.
  { file: 'telemetry.js', entry: 'client/proofs/telemetry-script.ts', format: 'iife', name: 'Telemetry' },
]

/** Excluded from all scripts, and fetched for a proof of humanity or a device's name. */
const proofs: Script = { file: 'proofs.mjs', entry: 'client/proofs/index.ts', format: 'es' }

/** The languages in a file each, which only the pages that ask for them load. */
const languages: Readonly<Record<OtherLocale, object>> = { de, es }

/** Separate language files for products whose own screens have too many strings for other pages. */
const languagesOfProducts: { readonly [Name in FetchedProduct]?: typeof languages } = {
  account: { de: accountDe, es: accountEs },
}

/**
 * Builds into `outDir` the plain scripts, each one file without dependencies, and the lazy files: languages and product views. Each has a
 * copy with a content hash in its name, and both have `.br` and `.gz` variants; `sdk.json` lists them.
 */
export const buildWidget = async ({ outDir = widgetDist }: { outDir?: string } = {}): Promise<void> => {
  await mkdir(outDir, { recursive: true })
  const pinned: Record<string, PinnedFile> = {}
  const pin = async (file: string, content: string): Promise<Pick<PinnedFile, 'file' | 'integrity'>> => {
    await writeFile(join(outDir, file), content)
    const copy = await pinFile(outDir, file)
    pinned[file] = copy
    return { file: copy.file, integrity: copy.integrity }
  }

  const pinTexts = async (tables: typeof languages, of = ''): Promise<string> => {
    const built: Record<string, object> = {}
    for (const [language, texts] of Object.entries(tables))
      built[language] = await pin(`strings-${of}${language}.json`, JSON.stringify(texts))
    return JSON.stringify(built)
  }

  const builtLanguages = await pinTexts(languages)
  const builtProducts: Record<string, object> = {}
  for (const [name, entry] of Object.entries(fetchedProducts)) {
    const texts = languagesOfProducts[name as FetchedProduct]
    const constants = texts && { builtTexts: await pinTexts(texts, `${name}-`) }
    builtProducts[name] = await pin(`product-${name}.mjs`, await buildProduct(entry, constants))
  }

  const builtProofs = JSON.stringify(await pin(proofs.file, await buildScript(proofs, {})))
  const constants = { builtLanguages, builtProducts: JSON.stringify(builtProducts), builtProofs }
  for (const script of scripts) await pin(script.file, await buildScript(script, constants))
  await writeFile(join(outDir, 'sdk.json'), `${JSON.stringify(pinned, null, 2)}\n`)
  await precompress(outDir)
}

const preact = (file: string): string => join(import.meta.dirname, 'embed', 'preact', file)

/** The widget is written for React and brings Preact instead, where a page has no React of its own. */
export const preactForReact = {
  'react-dom/client': preact('react-dom-client.ts'),
  'react/jsx-runtime': preact('jsx-runtime.ts'),
  react: preact('react.ts'),
}

const buildScript = (
  { entry, format, name, isWhole }: Script,
  constants: Readonly<Record<string, string>>,
): Promise<string> =>
  bundle(
    { entry: join(import.meta.dirname, entry), formats: [format], ...(name && { name }) },
    { define: constants, resolve: { alias: { ...preactForReact, ...(isWhole && partsOfClient) } } },
  )
