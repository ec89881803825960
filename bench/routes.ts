import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** A request as a program sends it; `body` is JSON text, unless the headers say something else. */
export type HttpCall = { method: string; url: string; headers: Record<string, string>; body?: string }
/** `cookies` are NAME=VALUE of those that were set. */
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string; cookies: string[] }

const agent = new Agent({ keepAlive: true })

/** Sends a call over a connection that is kept, and reads the whole answer. */
export const send = (call: HttpCall): Promise<Answer> => {
  const { method, url, headers, body } = call
  return new Promise((resolve, reject) => {
    const type =
      body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request(url, { agent, method, headers: { ...type, ...headers } }, answer => {
      const parts: Buffer[] = []
      answer.on('data', part => parts.push(part))
      answer.once('error', reject)
      answer.once('end', () => {
        const cookies = (answer.headers['set-cookie'] ?? []).map(cookie => cookie.split(';')[0] ?? '')
        const text = Buffer.concat(parts).toString()
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, cookies })
      })
    })
    sent.once('error', error => {
      // The server has just closed the kept connection: https://nodejs.org/api/http.html#requestreusedsocket
      if (sent.reusedSocket && 'code' in error && error.code === 'ECONNRESET') resolve(send(call))
      else reject(error)
    })
    sent.end(body)
  })
}

/** Sends a call that must be answered with 200 or 201. @throws Error with the answer */
export const sendWell = async (call: HttpCall): Promise<Answer> => {
  const answer = await send(call)
  if (answer.status !== 200 && answer.status !== 201)
    throw new Error(`${call.method} ${call.url} answered ${answer.status}: ${answer.text}`)
  return answer
}

/** Sends the calls in order, so many at once. */
export const sendAll = async (calls: readonly HttpCall[], atOnce: number): Promise<void> => {
  const waiting = calls.values()
  const connection = async () => {
    for (const call of waiting) await sendWell(call)
  }
  await Promise.all(Array.from({ length: atOnce }, connection))
}

/**
 * Measures operations per second of `people` concurrent users over a number of seconds. Each user starts again as soon as the previous
 * operation completes.
 */
export const ratePerSecond = async (
  { people, seconds }: { people: number; seconds: number },
  act: (person: number, time: number) => Promise<unknown>,
): Promise<number> => {
  const began = performance.now()
  const end = began + seconds * 1_000
  let done = 0
  const person = async (n: number) => {
    for (let time = 0; performance.now() < end; time++) {
      await act(n, time)
      done++
    }
  }
  await Promise.all(Array.from({ length: people }, (_, n) => person(n)))
  return done / ((performance.now() - began) / 1_000)
}

export const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en-US')}/s`
