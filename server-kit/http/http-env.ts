import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Logger } from '../logging/index.ts'

/** What every handler finds in its context; read it through `requestIdOf`, `nonceOf`, `addressOf` and `logOf`. */
export type HttpEnv = {
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    address: string
    country?: string | undefined
    baseLog: Logger
    requestLog?: Logger
    nonce?: string
    /** What the policy names the inline scripts of a page by that many are sent alike. */
    scriptHashes?: readonly string[]
    /** The text of the answer, where it may be compressed. */
    compressible?: string | Buffer
    /** The answer is a script, a style sheet or a font, which no browser shows by itself. */
    isPart?: boolean
    route?: string
    /** Why a request is answered with 503. */
    unavailable?: unknown
    /** The status that a Node handler has sent. */
    sentStatus?: number
  }
}

export type HttpContext = Context<HttpEnv>

/**
 * Names the route of a request that Hono's patterns cannot tell apart, such as `/:doi/vote`, for the log and the metrics.
 * Never put a part of the path into it: each name becomes a series of the metrics.
 */
export const nameRoute = (c: HttpContext, pattern: string): void => c.set('route', pattern)
