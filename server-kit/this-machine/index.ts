import type { Context } from 'hono'
import { isFromThisMachine } from './is-from-this-machine.ts'

export { isFromThisMachine } from './is-from-this-machine.ts'

/**
 * True for a host name of this machine, as `URL.hostname` writes it: `localhost`, `127.0.0.0/8`, `[::1]`. With
 * `orBelowLocalhost` also for `*.localhost`, which browsers take for this machine and other programs may not (RFC 6761 §6.3).
 */
export const isLoopbackName = (hostname: string, { orBelowLocalhost = false } = {}): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname) || (orBelowLocalhost && hostname.endsWith('.localhost'))

/**
 * True for a local request to a local hostname. An external page whose name resolves to 127.0.0.1 (DNS rebinding) is local too, but sends
 * that name.
 */
export const isReadHere = (c: Context): boolean =>
  isFromThisMachine(c) && isLoopbackName(new URL(c.req.url).hostname, { orBelowLocalhost: true })
