import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A request as raw bytes, and the content that a 200 response must contain. */
export type Shot = {
  request: Buffer
  expects: Buffer
  /** Offset of a twelve-digit number in the request that is unique for each send, such as a visitor ID. */
  numberAt?: number
}

export type Answered = {
  status: number
  /** From when it should have been sent to the end of its answer, in ms. */
  took: number
  /** A 200 response without the required content. */
  wrong: boolean
  /** The response arrived after the last request was due. */
  late: boolean
}

export type Volley = {
  answers: Answered[]
  /** Connections that broke, and requests still without an answer when patience ended. */
  errors: number
  /** Requests per second actually sent. */
  sentPerSecond: number
  /** From when the last request was due to the last answer, in ms. */
  cleared: number
}

export type Target = { host: string; port: number }

const headOf = (start: string, headers: Readonly<Record<string, string>>): string => {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${start} HTTP/1.1\r\n${lines.join('')}\r\n`
}

export const get = (path: string, headers: Readonly<Record<string, string>>, expects: string): Shot => ({
  request: Buffer.from(headOf(`GET ${path}`, headers)),
  expects: Buffer.from(expects),
})

/** Placeholder for the number that is unique in each request sent. */
export const numberOfItsOwn = '000000000000'

/** A call with a JSON body. Where it holds `numberOfItsOwn`, each one that is sent has another number. */
export const post = (
  path: string,
  { headers, body, expects }: { headers: Readonly<Record<string, string>>; body: string; expects: string },
): Shot => {
  const type = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }
  const request = Buffer.from(headOf(`POST ${path}`, { ...headers, ...type }) + body)
  const numberAt = request.indexOf(numberOfItsOwn)
  return { request, expects: Buffer.from(expects), ...(numberAt >= 0 && { numberAt }) }
}

/** The bytes of one that is sent. */
const bytesOf = ({ request, numberAt }: Shot, number: number): Buffer => {
  if (numberAt === undefined) return request
  const bytes = Buffer.from(request)
  bytes.write(String(number).padStart(numberOfItsOwn.length, '0'), numberAt, 'latin1')
  return bytes
}

const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('\r\n0\r\n\r\n')

/** The whole answer at the beginning of these bytes, or null while it has not arrived. */
const readAnswer = (bytes: Buffer): { status: number; length: number } | null => {
  const end = bytes.indexOf(headEnd)
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const stated = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (stated !== undefined) {
    const length = end + 4 + Number(stated)
    return bytes.length < length ? null : { status, length }
  }
  const last = bytes.indexOf(lastChunk, end + 2)
  return last < 0 ? null : { status, length: last + lastChunk.length }
}

type Connection = {
  open: boolean
  send: (shot: Shot, number: number, answered: (status: number, wrong: boolean) => void) => void
  destroy: () => void
}

/** Opens a connection that is kept; it carries one request at a time. */
const openConnection = (
  { host, port }: Target,
  onIdle: (connection: Connection) => void,
  onBroken: () => void,
): Connection => {
  const socket: Socket = connect({ host, port, noDelay: true })
  let parts: Buffer[] = []
  let expects: Buffer | null = null
  let tell: ((status: number, wrong: boolean) => void) | null = null
  socket.on('data', (part: Buffer) => {
    parts.push(part)
    const bytes = parts.length === 1 ? part : Buffer.concat(parts)
    const answer = readAnswer(bytes)
    if (answer === null) {
      parts = [bytes]
      return
    }
    parts = []
    const wrong = answer.status === 200 && expects !== null && !bytes.includes(expects)
    const told = tell
    tell = null
    told?.(answer.status, wrong)
    onIdle(connection)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    if (tell !== null) onBroken()
    tell = null
    connection.open = false
  })
  const connection: Connection = {
    open: true,
    send: (shot: Shot, number: number, answered: (status: number, wrong: boolean) => void) => {
      expects = shot.expects
      tell = answered
      socket.write(bytesOf(shot, number))
    },
    destroy: () => {
      tell = null
      socket.destroy()
    },
  }
  return connection
}

export type VolleyOptions = {
  target: Target
  shots: readonly Shot[]
  perSecond: number
  seconds: number
  /** No more connections than these; a request that finds none free waits for one, and its wait counts. */
  connections: number
  /** The first number of those that have one of their own. */
  firstNumber?: number
}

/** Grace period for responses after the last request was due, in ms. */
const patience = 5_000

/**
 * Sends requests at a fixed rate, whether or not answers come (an open loop), so that a slow server gets no fewer of them.
 * An answer's time runs from when its request was due.
 */
export const sendAtRate = async ({
  target,
  shots,
  perSecond,
  seconds,
  connections,
  firstNumber = 0,
}: VolleyOptions): Promise<Volley> => {
  const answers: Answered[] = []
  let errors = 0
  const all: Connection[] = []
  const idle: Connection[] = []
  /** Due times of requests waiting for a connection, with an index of the next one. Shifting a long array is slow. */
  const waiting: number[] = []
  let nextWaiting = 0
  let next = 0
  let sent = 0
  let isAllDue = false

  const put = (connection: Connection, due: number): void => {
    const number = next++
    const shot = shots[number % shots.length]
    if (shot === undefined) throw new RangeError('Nothing to send.')
    sent++
    connection.send(shot, firstNumber + number, (status, wrong) =>
      answers.push({ status, wrong, took: performance.now() - due, late: isAllDue }),
    )
  }
  const onIdle = (connection: Connection): void => {
    const due = waiting[nextWaiting]
    if (due === undefined) {
      idle.push(connection)
      return
    }
    nextWaiting++
    put(connection, due)
  }
  const onBroken = (): void => {
    errors++
  }
  const fire = (due: number): void => {
    let connection = idle.pop()
    while (connection !== undefined && !connection.open) connection = idle.pop()
    if (connection === undefined && all.length < connections) {
      connection = openConnection(target, onIdle, onBroken)
      all.push(connection)
    }
    if (connection === undefined) waiting.push(due)
    else put(connection, due)
  }

  const began = performance.now()
  let fired = 0
  const total = Math.round(perSecond * seconds)
  while (fired < total) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1_000) * perSecond))
    while (fired < due) fire(began + (fired++ / perSecond) * 1_000)
    await sleep(2)
  }
  isAllDue = true
  const stopped = performance.now()
  const sentPerSecond = sent / ((stopped - began) / 1_000)
  const end = stopped + patience
  while (answers.length + errors < total && performance.now() < end) await sleep(5)
  const cleared = performance.now() - stopped
  errors = total - answers.length
  for (const connection of all) connection.destroy()
  return { answers, errors, sentPerSecond, cleared }
}

/**
 * Measures the throughput of a number of connections that each send the next request as soon as the previous response arrives. 503s don't
 * count. @throws if a response is neither a 503 nor a correct 200
 */
export const closedLoopRate = async (
  { target, shots, firstNumber = 0 }: Pick<VolleyOptions, 'target' | 'shots' | 'firstNumber'>,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> => {
  let done = 0
  let next = 0
  const end = performance.now() + seconds * 1_000
  const all: Connection[] = []
  await new Promise<void>((resolve, reject) => {
    const again = (connection: Connection): void => {
      const number = next++
      const shot = shots[number % shots.length]
      if (performance.now() > end || shot === undefined) resolve()
      else
        connection.send(shot, firstNumber + number, (status, wrong) => {
          if (status === 200 && !wrong) done++
          else if (status !== 503) reject(new Error(`A request of the measurement of capacity was answered ${status}.`))
        })
    }
    for (let n = 0; n < connections; n++) {
      const connection = openConnection(target, again, () => reject(new Error('A connection broke.')))
      all.push(connection)
      again(connection)
    }
  })
  for (const connection of all) connection.destroy()
  return done / seconds
}
