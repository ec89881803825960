import { isLoopbackName } from '@corroborate/server-kit/this-machine'

type Place = { host: string | undefined; origin: string | undefined }

/**
 * Returns the rejection reason for a request's `Host` or `Origin`; null if allowed. Detects DNS rebinding, in which a page points its own
 * name at this server. `own`: the origin of this site. API clients send no `Origin`.
 */
export const refusePlace = ({ host, origin }: Place, own: string): string | null => {
  const { protocol } = new URL(own)
  if (host === undefined || !isOwn(URL.parse(`${protocol}//${host}`), own))
    return 'This call was sent to a host that is not this site.'
  if (origin !== undefined && !isOwn(URL.parse(origin), own)) return 'This call came from a page of another site.'
  return null
}

/** Loopback names all mean this machine and cannot be pointed elsewhere. */
const isOwn = (given: URL | null, own: string): boolean => {
  if (given === null) return false
  if (given.origin === own) return true
  const { protocol, port, hostname } = new URL(own)
  return (
    given.protocol === protocol && given.port === port && isLoopbackName(given.hostname) && isLoopbackName(hostname)
  )
}
