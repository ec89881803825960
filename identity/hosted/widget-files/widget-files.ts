import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type HttpEnv, staticFiles } from '@corroborate/server-kit/http'
import { type Handler, Hono } from 'hono'

/** Output folder of `npm run build` for the plain scripts: files only, as on a disk or in a bucket, and no code of ours. */
const builtFiles = join(import.meta.dirname, '..', '..', '..', 'widget', 'dist')

/** Manifest of the built files, which identifies a new build. */
const list = 'sdk.json'

/** Public files of the build. Nothing else in the folder is served. */
const path =
  '/:file{(?:widget|headless|proofs|telemetry|product-[a-z]+)(?:-[0-9a-f]{12})?\\.m?js|strings-[a-z]+(?:-[a-z]{2})?(?:-[0-9a-f]{12})?\\.json|sdk\\.json}'

/** Minutes rather than years, so that fixes reach every page quickly. Pages pin a build with its hashed copy. */
const shortly = 'public, max-age=300, stale-while-revalidate=86400'

/**
 * Serves the plain scripts to pages of any origin: `/widget.js`, `/headless.js`, `/headless.mjs`; the widget's lazy chunks (locales other
 * than English, products and step-up authentication); `/telemetry.js` of the published client; a hashed copy of each; and the manifest.
 * Files are read on the first request and again after a build.
 */
export const widgetFiles = (folder: string = builtFiles): Hono<HttpEnv> => {
  const app = new Hono<HttpEnv>()
  let files: { handler: Handler<HttpEnv>; builtAt: number } | null = null

  const handlerNow = (): Handler<HttpEnv> | null => {
    const builtAt = statSync(join(folder, list), { throwIfNoEntry: false })?.mtimeMs
    if (builtAt === undefined) return null
    if (files?.builtAt !== builtAt) {
      files = { handler: staticFiles({ folder, prefix: '/', otherwise: shortly }), builtAt }
    }
    return files.handler
  }

  app.get(path, async c => {
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    c.header('Timing-Allow-Origin', '*')
    const handler = handlerNow()
    const answer = await handler?.(c, async () => undefined)
    if (answer instanceof Response) return answer
    c.header('Cache-Control', 'no-store')
    const reason =
      handler === null
        ? 'The sign-in widget has not been built. Run "npm run build" in the provider’s repository and reload.'
        : 'This widget build is no longer served. /sdk.json lists the available builds.'
    return c.text(`${reason}\n`, 404)
  })

  return app
}
