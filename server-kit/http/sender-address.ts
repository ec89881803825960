import type { BlockList } from 'node:net'
import { callerHeader, type ReadCaller } from '../known-caller/index.ts'
import type { Logger } from '../logging/index.ts'
import { clientAddress, unmapped } from './client-address.ts'
import type { HttpContext } from './http-env.ts'

type Believed = {
  /** Proxies whose `X-Forwarded-For` is believed. */
  proxies: BlockList
  /** Reads for whose address another server of ours calls; without it nobody calls for anybody. */
  readCaller: ReadCaller | undefined
  logger: Logger
}

/** Says which address a request counts for: the one that a server of ours calls for, or the one that sent it. */
export const createSenderAddress = ({ proxies, readCaller, logger }: Believed) => {
  const calledFor = (c: HttpContext): string | null => {
    const said = c.req.header(callerHeader)
    if (readCaller === undefined || said === undefined) return null
    const { method, path } = c.req
    const address = readCaller(said, { method, path })
    if (address === null) logger.warn({ method, path }, 'a call was signed by nobody we know: see CALLER_SECRET')
    return address && unmapped(address)
  }

  return (c: HttpContext): string => {
    const socketAddress = c.env?.incoming?.socket.remoteAddress ?? 'unknown'
    return calledFor(c) ?? clientAddress(socketAddress, c.req.header('X-Forwarded-For'), proxies)
  }
}
