import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import type { Page } from './page.ts'

/** Where the console is built to. */
export const consoleDist = join(import.meta.dirname, '../../dist/console')

/** The source of what pages load, as the build's manifest names it. */
export const consoleEntries = { style: 'markup/console.css', script: 'markup/passkeys.ts' } as const

/** What was built: the addresses of what pages load, and how their markup is made. */
export type Bundle = { style: string; script: string; render: (page: Page) => string }

/** @throws OperatorError when nothing was built */
export const readBundle = async (): Promise<Bundle> => {
  try {
    const manifest = JSON.parse(readFileSync(join(consoleDist, 'client/.vite/manifest.json'), 'utf8'))
    const fileOf = (source: string): string => `/console/${String(manifest[source].file)}`
    const { render } = await import(pathToFileURL(join(consoleDist, 'server/render.js')).href)
    return { style: fileOf(consoleEntries.style), script: fileOf(consoleEntries.script), render }
  } catch (cause) {
    throw new OperatorError('The console is not built: run "npm run build".', { cause })
  }
}
