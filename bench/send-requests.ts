import { Agent, request } from 'node:http'

/**
 * Child of a measurement: sends one request after another on 16 connections until the parent has seen enough, then says how
 * many were answered. In a process of its own, so that its work is not counted as the server's.
 */
export type Orders = {
  url: string
  path: string
  headers: Record<string, string>[]
  body: string
  milliseconds: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

process.once('message', async ({ url, path, headers, body, milliseconds }: Orders) => {
  let answered = 0
  const send = (n: number) =>
    new Promise<void>((resolve, reject) => {
      const length = Buffer.byteLength(body)
      const sent = request(
        new URL(path, url),
        { agent, method: 'POST', headers: { ...headers[n % headers.length], 'content-length': length } },
        answer => {
          if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}.`))
          answer.resume().once('end', resolve)
        },
      )
      sent.once('error', reject).end(body)
    })
  const end = performance.now() + milliseconds
  const connection = async (n: number) => {
    for (let round = 0; performance.now() < end; round++) {
      await send(n * 31 + round)
      answered++
    }
  }
  await Promise.all(Array.from({ length: 16 }, (_, n) => connection(n)))
  process.send?.(answered)
  agent.destroy()
  process.disconnect?.()
})
