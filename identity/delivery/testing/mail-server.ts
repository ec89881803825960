import { once } from 'node:events'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

export type ReceivedMail = {
  /** The envelope, RFC 5321. */
  from: string
  to: string[]
  /** Header fields by lower-case name, unfolded, as sent. */
  headers: Record<string, string>
  /** Number of occurrences of each header field. */
  headerCounts: Record<string, number>
  raw: string
  /** The text and HTML parts, decoded. */
  text: string
  html: string
}

export type MailServer = {
  url: string
  mails: ReceivedMail[]
  stop: () => Promise<void>
}

/** Starts a real SMTP server that stores received mail. `options` make it reject mail, as servers do. */
export const startMailServer = async (options: SMTPServerOptions = {}, port = 0): Promise<MailServer> => {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          ...parseMail(Buffer.concat(chunks).toString('utf8')),
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const taken = typeof address === 'object' && address !== null ? address.port : port
  const stop = () => new Promise<void>(resolve => server.close(() => resolve()))
  onTestFinished(stop)
  return { url: `smtp://127.0.0.1:${taken}`, mails, stop }
}

/** Refuses a command the way a server does, with a status of its own. */
export const smtpError = (responseCode: number): Error => Object.assign(new Error('refused'), { responseCode })

const parseMail = (raw: string): Pick<ReceivedMail, 'headers' | 'headerCounts' | 'raw' | 'text' | 'html'> => {
  const { headers, headerCounts, body } = split(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1]
  const parts = boundary === undefined ? [raw] : body.split(`--${boundary}`).slice(1, -1)
  const decoded = { text: '', html: '' }
  for (const part of parts) {
    const { headers: about, body: content } = split(part.replace(/^\r\n/, ''))
    const form = about['content-type']?.startsWith('text/html') ? 'html' : 'text'
    decoded[form] = decode(content, about['content-transfer-encoding'] ?? '7bit')
  }
  return { headers, headerCounts, raw, ...decoded }
}

const split = (raw: string) => {
  const end = raw.indexOf('\r\n\r\n')
  const headers: Record<string, string> = {}
  const headerCounts: Record<string, number> = {}
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    headers[name] = line.slice(colon + 1).trim()
    headerCounts[name] = (headerCounts[name] ?? 0) + 1
  }
  return { headers, headerCounts, body: raw.slice(end + 4) }
}

const decode = (content: string, encoding: string): string => {
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return content
  const bytes = content
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
