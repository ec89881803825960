import type { Context } from 'hono'
import { isFromThisMachine } from './is-from-this-machine.ts'
import { isLoopbackName } from './is-loopback-name.ts'

/**
 * True when somebody at this machine asks, under a name of this machine. A page elsewhere whose name its owner points at
 * 127.0.0.1 (DNS rebinding) comes from here too, but says that name.
 */
export const isReadHere = (c: Context): boolean =>
  isFromThisMachine(c) && isLoopbackName(new URL(c.req.url).hostname, { orBelowLocalhost: true })
