import { isLoopbackName } from '@corroborate/server-kit/this-machine'

/** Options of the library, with its dispatcher: that connects to public addresses only. */
type Guarded = RequestInit & { dispatcher?: unknown }

/**
 * Options of a request to an address that an application named, such as its `jwks_uri` or its back-channel log-out. A provider whose
 * origin is on this machine reaches applications on this machine; any other reaches public addresses only, also behind a proxy on localhost.
 * @throws TypeError when the library has no dispatcher: without it, addresses would go unchecked
 */
export const outgoingRequest = (origin: string, options: Guarded = {}): RequestInit => {
  const { dispatcher, ...plain } = options
  if (isLoopbackName(new URL(origin).hostname)) return plain
  if (!dispatcher)
    throw new TypeError('Addresses of applications cannot be checked: this Node has no dispatcher for them.')
  return options
}
