import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from '@corroborate/server-kit/testing/server'
import { exampleReport } from '../readers/reports/testing/index.ts'
import type { RunningProduct } from './running-product.ts'

const identityCli = join(import.meta.dirname, '../../identity/cli.ts')

/** Papers of the starter corpus, each with another part of what the product can hold. */
export const filledPapers = {
  /** Notes, votes, a watch, a bounty with an approved report. */
  busy: '10.48550/arxiv.1706.03762',
  /** A bounty whose award was proposed. */
  proposed: '10.1037/a0021524',
  /** A bounty whose award was confirmed and not paid. */
  awarded: '10.1038/171737a0',
} as const

/** Session tokens of people with something on every page, and the address part of a public report. */
export type Filled = { reader: string; moderator: string; reportHash: string; note: string }

const longNote = Array.from(
  { length: 60 },
  (_, n) => `Sentence ${n + 1} says where the data of Study ${n + 1} are.`,
).join(' ')

/**
 * Fills a product that has just started: a moderator finds entries in every queue and on the money desk, a reader finds something on every
 * page of theirs.
 */
export const fillProduct = async (product: RunningProduct, dataDir: string): Promise<Filled> => {
  const { origin } = product
  const send = async (token: string | null, path: string, body: object): Promise<Record<string, unknown>> => {
    const cookie = token === null ? {} : { cookie: `corroborate_session=${token}.` }
    const headers = { 'content-type': 'application/json', accept: 'application/json', ...cookie }
    const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${text}`)
    return JSON.parse(text || '{}')
  }
  const logIn = async (email: string, moderates = false) => {
    const { token } = await product.newSession(email)
    if (moderates) await runCommand(identityCli, ['user', 'role', 'add', email, 'moderator'], { DATA_DIR: dataDir })
    return { token, send: (path: string, body: object) => send(token, path, body) }
  }
  const reader = await logIn('rita@example.org')
  const other = await logIn('olga@example.org')
  const moderator = await logIn('mo@example.org', true)
  const second = await logIn('max@example.org', true)
  const third = await logIn('ann@example.org', true)

  const contribute = async (path: string, more: object = {}) => {
    const { url } = (await send(null, `/${path}/contribute`, { amount: 50, ...more })) as { url: string }
    const body = new URLSearchParams({ action: 'pay', email: 'gil@example.org' })
    await fetch(url, { method: 'POST', body, redirect: 'manual' })
  }
  const report = async (doi: string, n: number, by = reader) => {
    const sha256 = n.toString(16).padStart(64, 'a0')
    const { id } = await by.send(`/${doi}/audit/`, { ...exampleReport, doi, sha256 })
    return { id: String(id), sha256 }
  }

  const { busy, proposed, awarded } = filledPapers
  for (const doi of [busy, proposed, awarded]) await contribute(doi, { name: 'Gil Giver', message: `For ${doi}.` })
  await contribute('pool')
  // Stripe's events arrive after the payer is back.
  for (let lines = 0; lines < 4; await sleep(50))
    lines = ((await (await fetch(`${origin}/books.json`)).json()) as { lines: unknown[] }).lines.length

  for (const [n, content] of [
    'The link to the data of Study 1 is dead; a copy is at https://osf.io/abc12. See also 10.1038/171737a0.',
    longNote,
    'Table 2 comes out to the last digit.',
    'SEE MY PAGE http://spam.example/a http://spam.example/b',
  ].entries())
    await send(null, `/${n % 2 === 0 ? busy : proposed}/comment`, { author: `Reader ${n}`, content })
  const { id: approved } = await reader.send(`/${busy}/comment`, {
    author: 'Rita',
    content: 'The code is at https://osf.io/xyz.',
  })
  await moderator.send(`/moderate/comment/${String(approved)}`, { action: 'approve' })
  const { id: note } = await reader.send(`/${busy}/comment`, { author: 'Rita', content: 'A note that is pending.' })
  await moderator.send(`/${busy}/comment`, { author: 'Mo', content: 'A note of the moderator’s own.' })
  await reader.send(`/${busy}/watch`, {})
  await reader.send(`/${busy}/vote`, { voteType: 'upvote' })
  await send(null, `/${busy}/problem`, {
    words: 'The name of the second author is misspelled.',
    email: 'sam@example.org',
  })
  const claim = {
    auditorName: 'Olga',
    auditorEmail: 'olga@example.org',
    status: 'pending',
    auditReport: 'In March.',
    showName: true,
  }
  await other.send(`/${busy}/audit/`, { ...claim, doi: busy, sha256: 'c1'.repeat(32) })
  await report(proposed, 4, other)

  const published = await report(busy, 1)
  await third.send(`/moderate/audit/${published.id}`, { action: 'approve' })
  for (const [doi, n] of [
    [proposed, 2],
    [awarded, 3],
  ] as const) {
    const { id } = await report(doi, n)
    await third.send(`/moderate/audit/${id}`, { action: 'approve' })
    const award = { act: 'award', doi, currency: 'usd', [`part:${id}`]: '50', why: 'All of it, with public data.' }
    const answer = await second.send('/moderate/money', award)
    if (doi === awarded)
      await moderator.send(`/moderate/money/proposal/${String(answer.id)}`, { action: 'confirm', version: 1 })
  }
  await second.send('/moderate/money', { act: 'top-up', doi: busy, amount: '20', why: 'Few contributed so far.' })
  return {
    reader: reader.token,
    moderator: moderator.token,
    reportHash: published.sha256.slice(0, 9),
    note: String(note),
  }
}
