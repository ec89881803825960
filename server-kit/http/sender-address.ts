import { type BlockList, isIP } from 'node:net'
import { callerHeader, type ReadCaller } from '../known-caller/index.ts'
import { createRefusalLog, type Logger } from '../logging/index.ts'
import { clientAddress, isTrusted, unmapped } from './client-address.ts'
import type { HttpContext } from './http-env.ts'

type Believed = {
  /** Proxies whose `X-Forwarded-For` is trusted. */
  proxies: BlockList
  /** Reads the address on whose behalf another of our servers calls. If missing, such headers are ignored. */
  readCaller: ReadCaller | undefined
  logger: Logger
}

/** Log message for a caller header with an invalid signature. */
export const signedByNobody = 'a call signed by nobody we know: see CALLER_SECRET'

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
  const noteRefusal = createRefusalLog(logger)
  const calledFor = (c: HttpContext): string | null => {
    const said = c.req.header(callerHeader)
    if (readCaller === undefined || said === undefined) return null
    const { method, path } = c.req
    const address = readCaller(said, { method, path })
    if (address === null) noteRefusal(signedByNobody, { level: 'warn', method, path })
    return address && unmapped(address)
  }

  return (c: HttpContext): string => {
    const socketAddress = c.env?.incoming?.socket.remoteAddress ?? 'unknown'
    return calledFor(c) ?? clientAddress(socketAddress, c.req.header('X-Forwarded-For'), proxies)
  }
}
