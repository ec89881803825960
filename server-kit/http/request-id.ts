import { randomUUID } from 'node:crypto'
import type { Logger } from '../logging/index.ts'
import type { HttpContext } from './http-env.ts'

const wellFormed = /^[A-Za-z0-9_-]{8,64}$/

/** Uses the proxy's request ID if it is safe to log and echo, else generates one. */
export const chooseRequestId = (given: string | undefined): string =>
  given !== undefined && wellFormed.test(given) ? given : randomUUID()

/** The id of the request: sent back as `X-Request-Id`, and in every line of the log about it. */
export const requestIdOf = (c: HttpContext): string => c.get('requestId')

/** Returns a logger that adds the request ID. */
export const logOf = (c: HttpContext): Logger => {
  const known = c.get('requestLog')
  if (known !== undefined) return known
  const log = c.get('baseLog').child({ requestId: requestIdOf(c) })
  c.set('requestLog', log)
  return log
}
