import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { brokenRequests, type ProblemAnswers } from '../http/index.ts'
import { ConfigurationError, OperatorError } from '../operator-error/index.ts'
import { bodyWaitedFor, type OverloadOptions, shedLoad } from '../overload/index.ts'

/** Anything that answers requests as a Hono app does. */
type Answering = { fetch: (request: Request, env: never) => Response | Promise<Response> }

export type ListenOptions = {
  /** Name of the server, for sentences and the log. */
  name: string
  app: Answering
  /** 0 takes any free port. */
  port: number
  /** The setting that holds the port, named when it is in use. */
  portVariable?: string
  /** The address to listen on; every address of the machine by default. `localhost` is 127.0.0.1 and, where there is one, ::1. */
  host?: string | undefined
  /** Error format of requests that never reach the app: the app's own. */
  problems?: Pick<ProblemAnswers, 'toJson'>
  /** Admission control limits. Without them every request is admitted. */
  overload?: OverloadOptions<string>
  /** Timeouts for slow senders; tests use shorter ones. */
  patience?: Patience
}

/** Timeouts of headers and of the whole request, and the check interval, in ms. */
export type Patience = { headers: number; request: number; look: number }

/** Limits slow senders (slowloris). */
const usualPatience: Patience = { headers: 10_000, request: 30_000, look: 5_000 }

export type Listening = {
  /** The port that was really taken. */
  port: number
  /** Stops accepting connections, drains requests for at most `patience` ms, then closes the rest. */
  close: (patience: number) => Promise<void>
}

/** @throws OperatorError when the port is taken or not ours to take. */
export const listen = async (options: ListenOptions): Promise<Listening> => {
  const { app, port, host, overload, patience: { headers, request, look } = usualPatience } = options
  const broken = brokenRequests(options.problems)
  const answer = getRequestListener(app.fetch as (request: Request, env: unknown) => Response | Promise<Response>, {
    errorHandler: broken.answer,
  })
  const letIn = overload === undefined ? answer : shedLoad(overload, { answer, ...options.problems })
  let closing = false
  const createOne = (): Server => {
    const server = createServer(
      {
        headersTimeout: headers,
        requestTimeout: request,
        connectionsCheckingInterval: look,
        // Longer than the 60 s after which most proxies close an idle connection: it is theirs to close.
        keepAliveTimeout: 65_000,
        maxHeaderSize: 16_384,
        // Buffers a complete body.
        highWaterMark: bodyWaitedFor + 2_000,
        // The adapter also rejects such requests, with a message.
        requireHostHeader: false,
      },
      (incoming, outgoing) => {
        if (closing) outgoing.setHeader('Connection', 'close')
        void letIn(incoming, outgoing)
      },
    )
    broken.attach(server)
    return server
  }
  const servers: Server[] = []
  try {
    for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) {
      const server = createOne()
      if (await startListening(server, options, portOf(servers[0]) ?? port, address)) servers.push(server)
    }
  } catch (error) {
    for (const server of servers) server.close()
    throw error
  }
  return {
    port: portOf(servers[0]) ?? port,
    close: async patience => {
      closing = true
      await Promise.all(servers.map(server => drain(server, patience)))
    },
  }
}

const portOf = (server: Server | undefined): number | undefined => {
  const address = server?.address()
  return typeof address === 'object' && address !== null ? address.port : undefined
}

/** False on a machine without IPv6, where its loopback address cannot be listened on. */
const startListening = (
  server: Server,
  { name, portVariable = 'the port' }: ListenOptions,
  port: number,
  host: string | undefined,
): Promise<boolean> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (isWithoutIpv6(error, host)) resolve(false)
      else reject(explained(error, { name, port, portVariable, host }))
    })
    server.listen({ port, ...(host !== undefined && { host }) }, () => resolve(true))
  })

/** True if an address cannot be bound because this machine has no IPv6. Pure. */
export const isWithoutIpv6 = ({ code }: { code?: string | undefined }, host: string | undefined): boolean =>
  host === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')

/** Explains a bind error to the operator if they can fix it. Pure. */
export const explained = (
  error: NodeJS.ErrnoException,
  { name, port, portVariable, host }: { name: string; port: number; portVariable: string; host: string | undefined },
): Error => {
  const setting = `set ${portVariable} to another one`
  const what = `The ${name} cannot listen on port ${port}`
  switch (error.code) {
    case 'EADDRINUSE':
      return new OperatorError(`${what}, because another program does: stop that program, or ${setting}.`)
    case 'EACCES':
      return new ConfigurationError(`${what}, because the system does not let this user: ${setting}, above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new OperatorError(`${what} of ${host}, which is no address of this machine: correct HOST.`)
    default:
      return error
  }
}

const drain = (server: Server, patience: number): Promise<void> =>
  new Promise(resolve => {
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    const deadline = setTimeout(() => server.closeAllConnections(), patience)
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(deadline)
      resolve()
    })
  })
