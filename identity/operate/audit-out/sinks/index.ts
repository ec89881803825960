import { open } from 'node:fs/promises'
import { openCallerSecrets } from '@corroborate/server-kit/known-caller'
import type { Settings } from '@corroborate/server-kit/settings'
import { signWebhook, webhookKeyOf } from '@corroborate/server-kit/webhooks'
import { type Sink, syslogSink } from './syslog-sink.ts'

export type { Sink } from './syslog-sink.ts'

/** Appends lines to a file that its owner alone may read. It may be moved away at any time: the next lines make it anew. */
export const fileSink = (file: string): Sink => ({
  place: `file ${file}`,
  send: async lines => {
    const handle = await open(file, 'a', 0o600)
    try {
      await handle.appendFile(lines.map(({ text }) => `${text}\n`).join(''))
      await handle.sync()
    } finally {
      await handle.close()
    }
  },
})

/** Response timeout of a webhook receiver, in ms. */
const patience = 10_000

/** Calls an address with lines as JSON (`{"type":"audit.lines","lines":[…]}`), signed as other calls of ours are. */
export const webhookSink = (url: string, key: Buffer): Sink => ({
  place: `webhook ${url}`,
  send: async (lines, signal) => {
    const [first, last] = [lines.at(0)?.seq ?? 0, lines.at(-1)?.seq ?? 0]
    // As text: parsed and written again, a line would not have its hash any more.
    const body = JSON.stringify({ type: 'audit.lines', first, last, lines: lines.map(({ text }) => text) })
    const headers = signWebhook(key, { id: `audit-${first}-${last}`, body }, Date.now())
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`${new URL(url).origin} answered ${answer.status}.`)
  },
})

/** Recipient name for signing the audit log's webhook requests, with a different key than for applications. */
export const auditReceiver = 'the audit log'

/** The places that an operator named. */
export const sinksOf = (settings: Settings): readonly Sink[] => {
  const { file, syslog, webhook } = settings.auditOut
  const keyOf = () => webhookKeyOf(openCallerSecrets(settings)[0] ?? '', auditReceiver)
  return [
    ...(file === null ? [] : [fileSink(file)]),
    ...(syslog === null ? [] : [syslogSink(syslog)]),
    ...(webhook === null ? [] : [webhookSink(webhook, keyOf())]),
  ]
}
