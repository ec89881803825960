import { isLoopbackName } from '@corroborate/server-kit/this-machine'

type Place = { host: string | undefined; origin: string | undefined }

/**
 * Why a call is refused for the place it was sent to or from; null when it is not. A page that had a name of its own point to this
 * server (DNS rebinding) is told by the `Host` or the `Origin` that its browser sends. `own`: the origin of this site. Programs send no `Origin`.
 */
export const refusePlace = ({ host, origin }: Place, own: string): string | null => {
  const { protocol } = new URL(own)
  if (host === undefined || !isOwn(URL.parse(`${protocol}//${host}`), own))
    return 'This call was sent to a host that is not this site.'
  if (origin !== undefined && !isOwn(URL.parse(origin), own)) return 'This call came from a page of another site.'
  return null
}

/** This machine has several names, and nobody else can make them mean another machine. */
const isOwn = (given: URL | null, own: string): boolean => {
  if (given === null) return false
  if (given.origin === own) return true
  const { protocol, port, hostname } = new URL(own)
  return (
    given.protocol === protocol && given.port === port && isLoopbackName(given.hostname) && isLoopbackName(hostname)
  )
}
