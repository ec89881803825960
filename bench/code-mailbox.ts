import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

const patience = 20_000

/** Mail server that returns the six-digit code of the next mail to an address. */
export type CodeMailbox = { url: string; codeTo: (address: string) => Promise<string>; close: () => Promise<void> }

export const openCodeMailbox = async (): Promise<CodeMailbox> => {
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
    codeTo: address =>
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
