import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Logger } from '../logging/index.ts'

/** What every handler finds in its context; read it through `requestIdOf`, `nonceOf`, `addressOf` and `logOf`. */
export type HttpEnv = {
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    address: string
    baseLog: Logger
    requestLog?: Logger
    nonce?: string
  }
}

export type HttpContext = Context<HttpEnv>
