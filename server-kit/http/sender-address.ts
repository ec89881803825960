import { type BlockList, isIP } from 'node:net'
import { callerHeader, type ReadCaller } from '../known-caller/index.ts'
import { createRejectionLog, type Logger } from '../logging/index.ts'
import type { HttpContext } from './http-problem.ts'

/** True if the socket belongs to a trusted proxy. */
const isTrusted = (address: string, proxies: BlockList): boolean =>
  proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Parses an address in `X-Forwarded-For`, with an optional port: `1.2.3.4:80`, `[::1]:80`. */
const addressIn = (entry: string): string | null => {
  const text = entry.trim()
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  return isIP(bare) === 0 ? null : bare
}

/**
 * Returns the client address: the socket's, or behind a trusted proxy the right-most address of `X-Forwarded-For` that is not a trusted
 * proxy. Addresses further left can be forged.
 */
export const clientAddress = (socketAddress: string, forwardedFor: string | undefined, proxies: BlockList): string =>
  unmapped(farthestProven(socketAddress, forwardedFor, proxies))

/** An IPv6 socket writes IPv4 addresses as `::ffff:192.0.2.1`. */
const unmapped = (address: string): string => /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address

const farthestProven = (socketAddress: string, forwardedFor: string | undefined, proxies: BlockList): string => {
  if (forwardedFor === undefined || isIP(socketAddress) === 0 || !isTrusted(socketAddress, proxies))
    return socketAddress
  let nearest = socketAddress
  for (const entry of forwardedFor.split(',').toReversed()) {
    const address = addressIn(entry)
    if (address === null) return nearest
    if (!isTrusted(address, proxies)) return address
    nearest = address
  }
  return nearest
}

/** The address the request came from, for limits and logs (see `TRUSTED_PROXIES`); `unknown` without a socket. */
export const addressOf = (c: HttpContext): string => c.get('address')

/**
 * Returns the value of a cookie that only we set from a `Cookie` header as read by Node: one character per byte (RFC 6265, section 5.4).
 * Names are compared byte for byte and only space and tab are trimmed, so that a sibling host cannot imitate ours with other whitespace.
 * Undefined if the cookie is duplicated, since one of them was injected and they are indistinguishable.
 */
export const cookieNamed = (header: string | undefined, name: string): string | undefined => {
  if (header === undefined || !header.includes(name)) return undefined
  const values: string[] = []
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals !== -1 && stripped(pair.slice(0, equals)) === name) values.push(stripped(pair.slice(equals + 1)))
  }
  return values.length === 1 ? values[0] : undefined
}

/** Without the spaces and tabs around it. */
const stripped = (text: string): string => {
  let start = 0
  let end = text.length
  while (isBlank(text, start)) start += 1
  while (isBlank(text, end - 1)) end -= 1
  return text.slice(start, end)
}

const isBlank = (text: string, at: number): boolean => text[at] === ' ' || text[at] === '\t'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * Formats a retry time: `in a few seconds`, `in 20 minutes`, `in about 3 hours`, `tomorrow`. Rounded up, never earlier than the actual
 * time.
 * @param seconds from now
 */
export const formatRetryAfter = (seconds: number): string => {
  if (seconds <= 10) return 'in a few seconds'
  if (seconds <= minute) return 'in a minute'
  if (seconds <= 55 * minute) return `in ${Math.ceil(seconds / minute)} minutes`
  if (seconds <= hour) return 'in an hour'
  if (seconds <= 20 * hour) return `in about ${Math.ceil(seconds / hour)} hours`
  if (seconds <= 30 * hour) return 'tomorrow'
  return `in ${Math.ceil(seconds / day)} days`
}

type Believed = {
  /** Proxies whose `X-Forwarded-For` is trusted. */
  proxies: BlockList
  /** Reads the address on whose behalf another of our servers calls. If missing, such headers are ignored. */
  readCaller: ReadCaller | undefined
  logger: Logger
}

/** Log message for a caller header with an invalid signature. */
export const invalidCallerSignature = 'a call signed by nobody we know: see CALLER_SECRET'

/** Two letters of ISO 3166; proxies write XX or T1 where they do not know. */
const countryForm = /^(?!XX$)[A-Z]{2}$/

/** Returns a request's country from a trusted proxy's header; undefined if unknown or for a request from another of our servers. */
export const createSenderCountry =
  ({ proxies, header }: { proxies: BlockList; header: string | undefined }) =>
  (c: HttpContext): string | undefined => {
    if (header === undefined || c.req.header(callerHeader) !== undefined) return undefined
    const socketAddress = unmapped(c.env?.incoming?.socket.remoteAddress ?? '')
    if (isIP(socketAddress) === 0 || !isTrusted(socketAddress, proxies)) return undefined
    const country = c.req.header(header)?.trim().toUpperCase() ?? ''
    return countryForm.test(country) ? country : undefined
  }

/** Returns the address that a request counts for: the one on whose behalf one of our servers calls, or the sender's. */
export const createSenderAddress = ({ proxies, readCaller, logger }: Believed) => {
  const noteRefusal = createRejectionLog(logger)
  const calledFor = (c: HttpContext): string | null => {
    const said = c.req.header(callerHeader)
    if (readCaller === undefined || said === undefined) return null
    const { method, path } = c.req
    const address = readCaller(said, { method, path })
    if (address === null) noteRefusal(invalidCallerSignature, { level: 'warn', method, path })
    return address && unmapped(address)
  }

  return (c: HttpContext): string => {
    const socketAddress = c.env?.incoming?.socket.remoteAddress ?? 'unknown'
    return calledFor(c) ?? clientAddress(socketAddress, c.req.header('X-Forwarded-For'), proxies)
  }
}
