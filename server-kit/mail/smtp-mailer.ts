import type { Secret } from '../settings/index.ts'
import { isLoopbackName } from '../this-machine/index.ts'
import { tracing } from '../tracing/index.ts'

/** A mail on its way out. */
export type Mail = {
  /** The same at every attempt, so that a reader who receives the mail twice can tell. */
  readonly id: string
  /** One address. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
  /** Headers of its own, such as `List-Unsubscribe`. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * How an attempt ended. `unavailable` is worth another attempt, `rejected` never will be. Reasons go to the log and to the
 * dead letters: they hold no address, code or link.
 */
export type SendResult =
  | { readonly kind: 'sent' }
  | {
      readonly kind: 'unavailable'
      readonly reason: string
      /** The server answered, and put off this mail alone. Absent: it did not answer, or takes none now. */
      readonly putOff?: true
    }
  | { readonly kind: 'rejected'; readonly reason: string }

export type Mailer = {
  /** An attempt that is aborted ends as `unavailable`. */
  readonly send: (mail: Mail, signal?: AbortSignal) => Promise<SendResult>
  readonly close: () => void
}

/** A mailer that can ask its server. */
export type SmtpMailer = Mailer & {
  /** Resolves when the server answers and takes our password. @throws what it says instead */
  readonly check: () => Promise<unknown>
}

/** Shorter than an outbox lease together, so that no second attempt begins while the first still waits. */
const timeouts = { dnsTimeout: 5_000, connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 20_000 }

/** How many connections there are at most: one is opened when all others are at work. */
const maxConnections = 20

/** How long an attempt may take, in ms, however busily a server talks: `socketTimeout` ends silence only. */
const longestAttempt = 60_000

/**
 * Sends mail through an SMTP server (RFC 5321), over a few connections that stay open.
 *
 * A mail is sent at least once: when the process dies between the server's acceptance and our note of it, the next attempt
 * carries the same Message-ID, by which mailboxes recognise the copy.
 * @param from `Name <address>` or an address.
 */
export const createSmtpMailer = (url: Secret, from: string, patience = longestAttempt): SmtpMailer => {
  const options = { ...optionsOf(url), pool: true, maxConnections, maxMessages: 100, ...timeouts } as const
  // A process that sends no mail need not load the library.
  const opened = import('nodemailer').then(({ createTransport }) =>
    createTransport({ ...options, disableFileAccess: true, disableUrlAccess: true }),
  )
  const host = new URL(url.reveal()).hostname
  const idHost = /@([^>\s]+)>?$/.exec(from)?.[1] ?? 'localhost'

  const send: Mailer['send'] = async ({ id, to, subject, text, html, headers }, signal) => {
    const tooLate = AbortSignal.timeout(patience)
    try {
      const mailer = await opened
      await mailer.sendMail({
        from,
        // As an object: a list, a name or a second address cannot be read into it.
        to: { name: '', address: to },
        subject,
        text,
        ...(html !== null && { html }),
        messageId: `<${id}@${idHost}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
        signal: signal === undefined ? tooLate : AbortSignal.any([signal, tooLate]),
      })
      return { kind: 'sent' }
    } catch (error) {
      return failureOf(error)
    }
  }
  return {
    check: async () => {
      try {
        await (await opened).verify()
      } catch (error) {
        throw new Error(failureOf(error).reason)
      }
    },
    send: (mail, signal) =>
      tracing().span('smtp send', { kind: 'client', attributes: { 'server.address': host } }, async span => {
        const result = await send(mail, signal)
        if (result.kind !== 'sent') span.fail(result.kind)
        return result
      }),
    close: () => void opened.then(mailer => mailer.close()),
  }
}

/** What an address may say about TLS, and may not where there is a password. */
const aboutTls = ['requireTLS', 'ignoreTLS', 'opportunisticTLS', 'secure']

/** A password goes to another machine over TLS or not at all, whatever the address says. */
const optionsOf = (given: Secret): { url: string; requireTLS?: boolean } => {
  const url = new URL(given.reveal())
  if (url.username === '' || isLoopbackName(url.hostname)) return { url: given.reveal() }
  for (const name of aboutTls) url.searchParams.delete(name)
  return { url: url.href, requireTLS: true }
}

/** Steps of the conversation at which a reply is about this mail, and not about us or the server. */
const aboutTheMail: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA'])

const failureOf = (error: unknown): Exclude<SendResult, { kind: 'sent' }> => {
  const { code, command, responseCode } = error as { code?: unknown; command?: unknown; responseCode?: unknown }
  const reason = `SMTP ${[code, command, responseCode].filter(part => part !== undefined).join(' ')}`
  if (typeof responseCode !== 'number' || !aboutTheMail.has(command)) return { kind: 'unavailable', reason }
  return responseCode >= 500 ? { kind: 'rejected', reason } : { kind: 'unavailable', reason, putOff: true }
}
