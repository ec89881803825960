import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import { hostname } from 'node:os'

/** A place that lines of the audit log go to. */
export type Sink = {
  /** Its name in the database: the address, so that another one begins anew. */
  place: string
  /** Writes lines in order. @throws when it may not have taken them all: they are sent again */
  send: (lines: readonly { seq: number; text: string }[], signal: AbortSignal) => Promise<void>
}

/** Facility 13 (log audit), severity 5 (notice): RFC 5424 §6.2.1. */
const priority = 13 * 8 + 5
/** Send timeout of a syslog server, in ms. */
const patience = 10_000

/** A line as a message of RFC 5424. The time is that of the entry; there is no structured data. Pure. */
export const syslogMessage = ({ seq, text }: { seq: number; text: string }, host: string): string => {
  const { at } = JSON.parse(text) as { at: string }
  return `<${priority}>1 ${at} ${host} corroborate-identity - audit-${seq} - ${text}`
}

/** A machine as messages name it: only printable ASCII, 255 characters at most (RFC 5424 §6). Pure. */
export const hostNamed = (name: string): string => name.replaceAll(/[^\x21-\x7e]/g, '').slice(0, 255) || '-'

/** Sends lines to a syslog server: by UDP a datagram each (RFC 5426), by TCP with their length before them (RFC 6587 §3.4.1). */
export const syslogSink = (address: string): Sink => {
  const { protocol, hostname: host, port } = new URL(address)
  const bare = host.replaceAll(/[[\]]/g, '')
  const here = hostNamed(hostname())
  return {
    place: `syslog ${address}`,
    send: (lines, signal) => {
      const messages = lines.map(line => Buffer.from(syslogMessage(line, here)))
      const ends = AbortSignal.any([signal, AbortSignal.timeout(patience)])
      return protocol === 'udp:' ? byUdp(messages, bare, Number(port)) : byTcp(messages, bare, Number(port), ends)
    },
  }
}

const byUdp = async (messages: readonly Buffer[], host: string, port: number): Promise<void> => {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  try {
    for (const message of messages) {
      await new Promise<void>((resolve, reject) =>
        socket.send(message, port, host, error => (error === null ? resolve() : reject(error))),
      )
    }
  } finally {
    socket.close()
  }
}

const byTcp = (messages: readonly Buffer[], host: string, port: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The syslog server closed the connection.')))
    const framed = messages.map(message => Buffer.concat([Buffer.from(`${message.length} `), message]))
    // The end is sent behind the last byte, and answered when all was taken.
    socket.end(Buffer.concat(framed), (error?: Error | null) => (error ? reject(error) : resolve()))
  })
