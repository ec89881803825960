import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Question = { method?: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: object }
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

const agent = new Agent({ keepAlive: true })

/** Sends one request over a connection that is kept, as a browser does, and follows no redirect. It costs far less than `fetch`. */
export const ask = (origin: string, { method = 'GET', path, headers = {}, body }: Question): Promise<Answer> => {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const type =
    text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, { method, agent, headers: { accept: 'text/html', ...headers, ...type } })
    sent.once('error', reject)
    sent.once('response', response => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('error', reject)
      response.once('end', () => {
        const { statusCode = 0, headers } = response
        resolve({ status: statusCode, headers, text: Buffer.concat(parts).toString() })
      })
    })
    sent.end(text)
  })
}

/** Runs `count` numbered tasks, `atOnce` at a time. */
export const together = async (count: number, atOnce: number, work: (number: number) => Promise<void>) => {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
