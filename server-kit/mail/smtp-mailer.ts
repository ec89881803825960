import type { Secret } from '../settings/index.ts'
import { isLoopbackName } from '../this-machine/index.ts'
import { tracing } from '../tracing/index.ts'

/** An outgoing mail. */
export type Mail = {
  /** Stable across attempts, so that duplicates are recognizable. */
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
 * Result of an attempt. `unavailable` can be retried, `rejected` cannot. Reasons go to the log and to failed jobs, and contain no address,
 * code or link.
 */
export type SendResult =
  | { readonly kind: 'sent' }
  | {
      readonly kind: 'unavailable'
      readonly reason: string
      /** The server deferred this mail only. If missing, it did not respond or accepts no mail at the moment. */
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
  /** Checks that the server responds and accepts our credentials. @throws its error */
  readonly check: () => Promise<unknown>
}

/** Shorter than an outbox lease together, so that no second attempt begins while the first still waits. */
const timeouts = { dnsTimeout: 5_000, connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 20_000 }

/** Maximum number of connections. A new one opens when all others are busy. */
const maxConnections = 20

/** Timeout of an attempt in ms, regardless of activity: `socketTimeout` only detects silence. */
const longestAttempt = 60_000

/**
 * Sends mail through an SMTP server (RFC 5321) over a pool of persistent connections.
 * Delivery is at least once: if the process dies between the server's acceptance and our record of it, the retry has the same Message-ID,
 * by which mailboxes detect duplicates.
 * @param from `Name <address>` or an address.
 */
export const createSmtpMailer = (url: Secret, from: string, patience = longestAttempt): SmtpMailer => {
  const options = { ...optionsOf(url), pool: true, maxConnections, maxMessages: 100, ...timeouts } as const
  // Loaded lazily, since many processes send no mail.
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

/** TLS options in the URL, which are not allowed with a password. */
const aboutTls = ['requireTLS', 'ignoreTLS', 'opportunisticTLS', 'secure']

/** A password is only sent over TLS to other machines, regardless of the URL. */
const optionsOf = (given: Secret): { url: string; requireTLS?: boolean } => {
  const url = new URL(given.reveal())
  if (url.username === '' || isLoopbackName(url.hostname)) return { url: given.reveal() }
  for (const name of aboutTls) url.searchParams.delete(name)
  return { url: url.href, requireTLS: true }
}

/** SMTP commands whose replies concern this mail, rather than us or the server. */
const aboutTheMail: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA'])

const failureOf = (error: unknown): Exclude<SendResult, { kind: 'sent' }> => {
  const { code, command, responseCode } = error as { code?: unknown; command?: unknown; responseCode?: unknown }
  const reason = `SMTP ${[code, command, responseCode].filter(part => part !== undefined).join(' ')}`
  if (typeof responseCode !== 'number' || !aboutTheMail.has(command)) return { kind: 'unavailable', reason }
  return responseCode >= 500 ? { kind: 'rejected', reason } : { kind: 'unavailable', reason, putOff: true }
}
