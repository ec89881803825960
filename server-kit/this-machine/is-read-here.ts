import type { Context } from 'hono'
import { isFromThisMachine } from './is-from-this-machine.ts'
import { isLoopbackName } from './is-loopback-name.ts'

/**
 * True for a local request to a local hostname. An external page whose name resolves to 127.0.0.1 (DNS rebinding) is local too, but sends
 * that name.
 */
export const isReadHere = (c: Context): boolean =>
  isFromThisMachine(c) && isLoopbackName(new URL(c.req.url).hostname, { orBelowLocalhost: true })
