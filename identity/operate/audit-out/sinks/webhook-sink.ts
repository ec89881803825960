import { signWebhook } from '@corroborate/server-kit/webhooks'
import type { Sink } from './sink.ts'

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
