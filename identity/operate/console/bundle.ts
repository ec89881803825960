import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import type { Page } from './page.ts'

/** Output folder of the console build. */
export const consoleDist = join(import.meta.dirname, '../../dist/console')

/** Entry points, as named in the build manifest. */
export const consoleEntries = { style: 'markup/console.css', script: 'markup/passkeys.ts' } as const

/** Built assets: asset URLs and the renderer. */
export type Bundle = { style: string; script: string; render: (page: Page) => string }

/** @throws OperatorError when nothing was built */
export const readBundle = async (): Promise<Bundle> => {
  try {
    const manifest = JSON.parse(readFileSync(join(consoleDist, 'client/.vite/manifest.json'), 'utf8'))
    const fileOf = (source: string): string => `/console/${String(manifest[source].file)}`
    const { render } = await import(pathToFileURL(join(consoleDist, 'server/render.js')).href)
    return { style: fileOf(consoleEntries.style), script: fileOf(consoleEntries.script), render }
  } catch (cause) {
    throw new OperatorError('The console has not been built. Run "npm run build".', { cause })
  }
}
