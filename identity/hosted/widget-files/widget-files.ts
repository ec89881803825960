import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type HttpEnv, staticFiles } from '@corroborate/server-kit/http'
import { type Handler, Hono } from 'hono'

/** Where `npm run build` puts the plain scripts: a folder of files, as a disk or a bucket might be, and no code of ours. */
const builtFiles = join(import.meta.dirname, '..', '..', '..', 'widget', 'dist')

/** The list of the built files, by which a new build is told from the last. */
const list = 'sdk.json'

/** What the build leaves there for pages, and nothing else of the folder. */
const path =
  '/:file{(?:widget|headless|proofs|telemetry|product-[a-z]+)(?:-[0-9a-f]{12})?\\.m?js|strings-[a-z]+(?:-[a-z]{2})?(?:-[0-9a-f]{12})?\\.json|sdk\\.json}'

/** Minutes, not years: a fix reaches every page soon. Whoever wants one exact build pins its hashed copy. */
const shortly = 'public, max-age=300, stale-while-revalidate=86400'

/**
 * The plain scripts, for the pages of any origin: `/widget.js`, `/headless.js`, `/headless.mjs`; what the widget fetches,
 * which is texts in other languages than English and the code of products and of proofs; `/telemetry.js` of the published client; a copy of each under a name with its hash, and
 * their list. They are read at the first request, and again after a build.
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
        ? 'The sign-in widget is not built here. Run "npm run build" in the repository of the provider, and ask again.'
        : 'This build of the sign-in widget is not served any more. /sdk.json lists those that are.'
    return c.text(`${reason}\n`, 404)
  })

  return app
}
