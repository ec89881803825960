import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { html } from 'hono/html'
import { z } from 'zod'
import type { Sealer } from '../../platform/sealing/index.ts'

/** Lifetime of the response form in ms, the same as that of its code. */
const lifetime = 60_000

/** An answer that a browser is to post to an application (OAuth 2.0 Form Post Response Mode). */
export type PostedAnswer = { action: string; fields: Readonly<Record<string, string>> }

const sealedAnswer = z.object({ action: z.url(), fields: z.record(z.string(), z.string()), until: z.number() })

/** Reads the form that `oidc-provider` writes. Null when it is none. Pure. */
export const readForm = (page: string): PostedAnswer | null => {
  const action = /<form method="post" action="([^"]*)">/.exec(page)?.[1]
  if (action === undefined) return null
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"\/>/g)
  return {
    action: plain(action),
    fields: Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, plain(value)])),
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const plain = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')

const rowOf = (projectId: string) => ({ table: 'openid_posted_answers', projectId, id: 'answer' })

/** Encrypts a response into the URL of its form, so that the URL reveals nothing later. */
export const sealAnswer = (sealer: Sealer, projectId: string, answer: PostedAnswer, now: number): string =>
  sealer.seal(JSON.stringify({ ...answer, until: now + lifetime }), rowOf(projectId))

/** Decrypts the response. Returns null if it is invalid or too old. */
export const openAnswer = (sealer: Sealer, projectId: string, sealed: string, now: number): PostedAnswer | null => {
  try {
    const { action, fields, until } = sealedAnswer.parse(JSON.parse(sealer.open(sealed, rowOf(projectId))))
    return now < until ? { action, fields } : null
  } catch {
    return null
  }
}

/**
 * Responds with a self-submitting form. It sends its origin, which applications check. Its CSP has no `form-action`, since browsers would
 * apply it to the application's own redirects.
 */
export const answerWithForm = async (response: ServerResponse, { action, fields }: PostedAnswer): Promise<void> => {
  const nonce = randomUUID()
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const page = await html`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Back to the application</title>
<form method="post" action="${action}">${inputs}<noscript><button>Continue</button></noscript></form>
<script nonce="${nonce}">document.forms[0].submit()</script></html>`
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`
  response
    .writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'strict-origin',
    })
    .end(String(page))
}
