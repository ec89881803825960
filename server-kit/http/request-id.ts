import { randomUUID } from 'node:crypto'
import type { Logger } from '../logging/index.ts'
import type { HttpContext } from './http-env.ts'

const wellFormed = /^[A-Za-z0-9_-]{8,64}$/

/** Takes over the id that a proxy in front gave the request when it is harmless to log and repeat; else makes one. */
export const chooseRequestId = (given: string | undefined): string =>
  given !== undefined && wellFormed.test(given) ? given : randomUUID()

/** The id of the request: sent back as `X-Request-Id`, and in every line of the log about it. */
export const requestIdOf = (c: HttpContext): string => c.get('requestId')

/** A log whose lines carry the request's id. */
export const logOf = (c: HttpContext): Logger => {
  const known = c.get('requestLog')
  if (known !== undefined) return known
  const log = c.get('baseLog').child({ requestId: requestIdOf(c) })
  c.set('requestLog', log)
  return log
}
