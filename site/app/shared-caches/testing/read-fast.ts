import { connect, type Socket } from 'node:net'

const headEnd = '\r\n\r\n'

/** Number of pipelined requests per connection, so that the cache is measured rather than the latency. */
const underWay = 16

type Reading = { port: number; paths: readonly string[]; count: number; connections: number }

/**
 * Reads pages as fast as they come, compressed, and looks at the status of each.
 * @returns how many came a second
 */
export const readFast = async ({ port, paths, count, connections }: Reading): Promise<number> => {
  const began = performance.now()
  let asked = 0
  const take = (): string | null => {
    if (asked === count) return null
    const path = paths[asked++ % paths.length] ?? ''
    return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nAccept-Encoding: gzip\r\n\r\n`
  }
  await Promise.all(Array.from({ length: connections }, () => readOn(connect({ port, host: '127.0.0.1' }), take)))
  return count / ((performance.now() - began) / 1_000)
}

/** Reads on one connection until there is nothing more to ask for. */
const readOn = (socket: Socket, take: () => string | null): Promise<void> =>
  new Promise((resolve, reject) => {
    let waiting = 0
    let head = ''
    /** Remaining bytes of the current body. */
    let left = 0
    const more = (): void => {
      const next = take()
      if (next === null) return
      waiting++
      socket.write(next)
    }
    const read = (bytes: Buffer): void => {
      let at = 0
      while (at < bytes.length) {
        if (left > 0) {
          const part = Math.min(left, bytes.length - at)
          at += part
          left -= part
        } else {
          const before = head.length
          head += bytes.toString('latin1', at, at + 2_048)
          const end = head.indexOf(headEnd)
          if (end < 0) {
            at += head.length - before
            continue
          }
          at += end + headEnd.length - before
          left = lengthOf(head.slice(0, end))
          head = ''
        }
        if (left > 0 || head !== '') continue
        waiting--
        more()
      }
      if (waiting === 0) socket.end(resolve)
    }
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The connection was closed before all was read.')))
    socket.on('data', (bytes: Buffer) => {
      try {
        read(bytes)
      } catch (error) {
        reject(error)
        socket.destroy()
      }
    })
    socket.once('connect', () => {
      for (let n = 0; n < underWay; n++) more()
      if (waiting === 0) socket.end(resolve)
    })
  })

const lengthOf = (head: string): number => {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (!head.startsWith('HTTP/1.1 200') || length === undefined) throw new Error(`This is not a page: ${head}`)
  return Number(length)
}
