import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { authenticatorCode } from '@corroborate/server-kit/testing/authenticator'
import { runCommand } from '@corroborate/server-kit/testing/server'
import { exampleReport } from '../../../site/readers/reports/testing/index.ts'
import type { RunningProduct } from '../../../site/testing/index.ts'
import { root } from '../root.ts'
import { type Person, personOf } from '../testing/index.ts'

export const paper = '10.48550/arxiv.1706.03762'
export const withPassword = { email: 'pat@example.org', password: 'a long sentence that nobody guesses' }

/** Data to check after an upgrade. */
export type Left = {
  /** Secret (base32) and owner of an authenticator app. */
  authenticator: { email: string; secret: string }
  /** API responses of the site by path. */
  answers: Record<string, object>
}

/** JSON.parse reviver that removes copy, which varies between versions. */
export const withoutCopy = (key: string, value: unknown): unknown =>
  ['headline', 'sentence', 'summary'].includes(key) ? undefined : value

/** Response of a product's API without its copy, the same wherever it runs. */
export const answerOf = async ({ origin }: Pick<RunningProduct, 'origin'>, path: string): Promise<object> =>
  JSON.parse((await (await fetch(origin + path)).text()).replaceAll(origin, 'https://papers.example.org'), withoutCopy)

/**
 * Uses a product that has just been started for the first time, as people do, so that its databases hold something of each kind:
 * accounts with a password, an authenticator app and roles, votes, a watch, notes, a claim, a report, a problem, money, an
 * application, decisions about all of them, a form whose session has ended, and a request of an operator who impersonates somebody.
 */
export const useProduct = async (product: RunningProduct, dataDir: string): Promise<Left> => {
  // Sequential, because a busy machine rejects concurrent requests.
  const ada = await personOf(product, 'ada@example.org')
  const ben = await personOf(product, 'ben@example.org')
  const mo = await personOf(product, 'mo@example.org')
  const max = await personOf(product, 'max@example.org')
  const identity = (...words: string[]) => runCommand(join(root, 'identity/cli.ts'), words, { DATA_DIR: dataDir })
  for (const { email } of [mo, max]) await identity('user', 'role', 'add', email, 'moderator')
  await identity('app', 'create', '--name', 'Reader', '--redirect', 'https://reader.example.org/back')

  await ada.send(`/${paper}/vote`, { voteType: 'upvote' })
  await ben.send(`/${paper}/vote`, { voteType: 'downvote' })
  await ada.send(`/${paper}/watch`, {})
  const note = await ada.send(`/${paper}/comment`, {
    author: 'Ada',
    content: 'The code is at https://example.org/code.',
  })
  await ben.send(`/${paper}/comment`, { author: 'Ben', content: 'This note still waits for a moderator.' })
  await mo.send(`/moderate/comment/${String(note.id)}`, { action: 'approve' })
  await claimAndReport(ben, max)
  const problem = await ada.send(`/${paper}/problem`, { words: 'The name of an author is misspelt.' })
  await mo.send(`/moderate/problem/${String(problem.id)}`, { action: 'reject' })
  await contribute(product)

  await leaveForm(product)
  await impersonate(product, await identity('impersonate', ada.email, '--reason', 'ticket', '--json'))

  await product.sdk('/passwords', { ...withPassword, session_duration_minutes: 60 })
  const { token } = await product.newSession('pia@example.org')
  const totp = await product.sdk('/totps', { expiration_minutes: 60 }, token)
  // Proved once: an app that never was is forgotten after an hour.
  const proof = { totp_code: authenticatorCode(String(totp.secret), Date.now()), session_duration_minutes: 60 }
  await product.sdk('/totps/authenticate', proof, token)
  const paths = [`/api/v1/papers/${paper}`, '/books.json']
  const answers = await Promise.all(paths.map(async path => [path, await answerOf(product, path)]))
  return {
    authenticator: { email: 'pia@example.org', secret: String(totp.secret) },
    answers: Object.fromEntries(answers),
  }
}

const claimAndReport = async (reporter: Person, moderator: Person): Promise<void> => {
  const shared = { doi: paper, auditorName: 'Ben', auditorEmail: 'ben@example.org' }
  const claim = { ...shared, sha256: 'c0'.repeat(32), status: 'pending', auditReport: 'With the data of 2019.' }
  const { id: claimed } = await reporter.send(`/${paper}/audit/`, { ...claim, showName: true })
  await moderator.send(`/moderate/audit/${String(claimed)}`, { action: 'approve' })
  const { id } = await reporter.send(`/${paper}/audit/`, { ...exampleReport, ...shared })
  await moderator.send(`/moderate/audit/${String(id)}`, { action: 'approve' })
}

/** Sends a form of a page whose session has ended, which is held. */
const leaveForm = async ({ origin }: RunningProduct): Promise<void> => {
  const { status } = await fetch(`${origin}/${paper}/watch`, {
    method: 'POST',
    headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ action: 'watch' }),
  })
  if (status !== 401) throw new Error(`The form was answered with ${status}.`)
}

/** Opens a page as a user, with what the command line printed. */
const impersonate = async ({ origin, sdk }: RunningProduct, printed: string): Promise<void> => {
  const { impersonation_token } = JSON.parse(printed) as { impersonation_token: string }
  const { session_token } = await sdk('/impersonation/authenticate', { impersonation_token })
  await fetch(`${origin}/dashboard`, { headers: { cookie: `corroborate_session=${String(session_token)}.` } })
}

const contribute = async ({ origin }: RunningProduct): Promise<void> => {
  const begun = await fetch(`${origin}/${paper}/contribute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ amount: 50, name: 'Gil' }),
  })
  const { url } = (await begun.json()) as { url: string }
  await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ action: 'pay', email: 'gil@example.org' }),
    redirect: 'manual',
  })
  // Stripe's word about the payment comes by a webhook, after the payer is back.
  for (let tries = 0; tries < 600; tries++) {
    const { lines } = (await (await fetch(`${origin}/books.json`)).json()) as { lines: unknown[] }
    if (lines.length > 0) return
    await sleep(100)
  }
  throw new Error('The contribution was not booked.')
}
