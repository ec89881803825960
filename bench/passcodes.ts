import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { emailOtps, otps } from '@corroborate/wire/otps'
import { SMTPServer } from 'smtp-server'
import { perSecond, ratePerSecond } from './calls.ts'
import { noPostgres } from './in-new-database.ts'
import { onBothEngines } from './on-both-engines.ts'
import { askSdk, startProvider, type Variables } from './our-servers.ts'
import { newProject } from './our-sessions.ts'
import { type Bench, judge, notMeasured, type Options, type Row } from './row.ts'
import { median } from './statistics.ts'

const seconds = 3
const people = 64
const rounds = 3
const goal = 800
const patience = 20_000

/** A mail server that hands the code in a mail to whoever waits for it. */
const startMailServer = async () => {
  const waiting = new Map<string, (code: string) => void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: async (stream, { envelope }, done) => {
      const mail = await readAll(stream)
      const code = /\b\d{6}\b/.exec(mail.slice(mail.indexOf('\nContent-Type: text/plain')))?.[0] ?? ''
      for (const { address } of envelope.rcptTo) waiting.get(address)?.(code)
      done()
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    codeTo: (address: string) =>
      new Promise<string>((resolve, reject) => {
        const tooLate = setTimeout(() => reject(new Error(`No mail to ${address}.`)), patience)
        waiting.set(address, code => {
          clearTimeout(tooLate)
          resolve(code)
        })
      }),
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

/** A code asked for, mailed and entered: two calls, each acknowledged only once it is on the disk, and a mail between them. */
const rowOn = async (engine: string, variables: Variables, { quick }: Options): Promise<Row> => {
  const mails = await startMailServer()
  const provider = await startProvider({ ...variables, SMTP_URL: mails.url })
  const publicToken = await newProject(provider)
  const roundTrip = async (person: number) => {
    const email = `person${person}@example.org`
    const arrived = mails.codeTo(email)
    const asked = await askSdk<{ method_id: string }>(provider.origin, publicToken, emailOtps.loginOrCreate, {
      body: { email },
    })
    const body = { token: await arrived, method_id: asked.method_id, session_duration_minutes: 60 }
    await askSdk(provider.origin, publicToken, otps.authenticate, { body })
  }
  const rates: number[] = []
  await ratePerSecond({ people, seconds: 1 }, roundTrip)
  for (let round = 0; round < (quick ? 1 : rounds); round++) {
    rates.push(await ratePerSecond({ people, seconds: quick ? 1 : seconds }, roundTrip))
  }
  await provider.stop()
  await mails.close()
  const rate = median(rates)
  return {
    name: nameOf(engine),
    figure: perSecond(rate),
    limit: limitText,
    verdict: judge(rate >= goal),
    note: `${people} people at once over HTTP, who come back again and again; every code goes through a mail server on the same machine; median of ${rounds} runs of ${seconds} s`,
  }
}

const limitText = `≥ ${goal}/s`
const nameOf = (engine: string) => `passcode sent by mail and entered, ${engine}`

const run = async (options: Options): Promise<Row[]> => {
  const { sqlite, postgres } = await onBothEngines((engine, variables) => rowOn(engine, variables, options))
  return [sqlite, postgres ?? notMeasured(nameOf('PostgreSQL'), limitText, noPostgres)]
}

export const bench: Bench = { title: 'Passcodes', run }
