import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Logger } from '../logging/index.ts'

/** Context variables of every handler; read them through `requestIdOf`, `nonceOf`, `addressOf` and `logOf`. */
export type HttpEnv = {
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    address: string
    country?: string | undefined
    baseLog: Logger
    requestLog?: Logger
    nonce?: string
    /** CSP hashes of the inline scripts of a shared page. */
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
 * Sets the route name for logs and metrics where Hono's patterns are ambiguous, such as `/:doi/vote`. Never include a part of the path:
 * every name becomes a metrics series.
 */
export const nameRoute = (c: HttpContext, pattern: string): void => c.set('route', pattern)
