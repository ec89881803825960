import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Call } from '@corroborate/wire/call'
import { magicLinks } from '@corroborate/wire/magic-links'
import { emailOtps } from '@corroborate/wire/otps'
import { passwords } from '@corroborate/wire/passwords'
import { hash } from '@node-rs/argon2'
import { argon2id } from './argon2id.ts'
import { type Engine, onBothEngines } from './on-both-engines.ts'
import { administer, type Provider, sdkCall, startProvider } from './our-servers.ts'
import { newProject } from './our-sessions.ts'
import { send } from './routes.ts'
import { budget, notMeasured, type Options, orWhyNot, type Row, type Run } from './row.ts'
import { median, medianDifference, shuffled } from './statistics.ts'

/** A difference of so much of the median is to be seen, and there should be none. */
const goal = 0.02
/** Samples of each kind of address, in batches until the interval is narrow enough to see the goal. */
const batch = 250
const most = 2_500
const warmUps = 25
/** Confidence required to report a miss. A run makes twenty comparisons, and chance alone should cause no miss. */
const sure = 0.998
/** Maximum duration of a batch, in ms. */
const patience = 15_000

/** Kinds of addresses sent. Each probe tests every kind once. */
const kinds = {
  unknown: (n: number) => `nobody-${n}@example.org`,
  'with a password': (n: number) => `known-${n}@example.org`,
  'without a password': (n: number) => `passwordless-${n}@example.org`,
} as const
type Kind = keyof typeof kinds
type Times = Record<Kind, number[]>
const known = ['with a password', 'without a password'] as const

const wrong = { password: 'not the password', session_duration_minutes: 60 }
const probes: readonly { name: string; call: Call; more: object }[] = [
  { name: 'password log-in', call: passwords.authenticate, more: wrong },
  { name: 'password reset', call: passwords.resetByEmailStart, more: {} },
  { name: 'magic link', call: magicLinks.loginOrCreate, more: {} },
  { name: 'magic link to log in only', call: magicLinks.sendPrimary, more: {} },
  { name: 'passcode by mail', call: emailOtps.loginOrCreate, more: {} },
]

/** Difference between the medians of two kinds, and half the width of its confidence interval. */
const differencesOf = (times: Times) =>
  known.map(kind => {
    const { value, low, high } = medianDifference(times.unknown, times[kind])
    return { kind, value, low, high, blur: (high - low) / 2 }
  })

/** Sends addresses of each kind in random order until a difference as large as the goal would be detectable. */
const timesOf = async (ask: (email: string) => Promise<void>, probe: number, { quick }: Options): Promise<Times> => {
  const times: Times = { unknown: [], 'with a password': [], 'without a password': [] }
  const began = performance.now()
  for (let n = -warmUps; n < (quick ? 100 : most); n++) {
    for (const kind of shuffled(Object.keys(kinds) as Kind[])) {
      // Each probe has unknown addresses of its own: the one before may have made them known.
      const email = kind === 'unknown' || n < 0 ? `${probe}-${kinds.unknown(n)}` : kinds[kind](n)
      const started = performance.now()
      await ask(email)
      if (n >= 0) times[kind].push(performance.now() - started)
    }
    if (n < 0 || (n + 1) % batch > 0) continue
    const isSharp = differencesOf(times).every(({ blur }) => blur <= goal)
    if (isSharp || performance.now() - began > patience) break
  }
  return times
}

const nameOf = (probe: string, engine: string) => `${probe}, ${engine}: unknown address against known`
const limitText = `≤ ${goal * 100} %`
const percent = (share: number) => `${(share * 100).toFixed(1)} %`

/** Reports a miss if the difference certainly exceeds the goal, and “not measured” if the intervals are too wide to tell. */
const rowOf = (probe: string, engine: string, times: Times): Row => {
  const differences = differencesOf(times)
  const isBeyond = known
    .map(kind => medianDifference(times.unknown, times[kind], sure))
    .some(({ low, high }) => low > goal || high < -goal)
  const isSharp = differences.every(({ blur }) => blur <= goal)
  const words = differences.map(
    ({ kind, low, high }) =>
      `${median(times[kind]).toFixed(2)} ms for a user ${kind} (95 % of ${percent(low)} to ${percent(high)})`,
  )
  const figure = percent(Math.max(...differences.map(({ value }) => Math.abs(value))))
  const note = `${median(times.unknown).toFixed(2)} ms for nobody, ${words.join(', ')}; medians of ${times.unknown.length} calls of each in turn, intervals by bootstrap.`
  const name = nameOf(probe, engine)
  if (!isBeyond && !isSharp)
    return notMeasured(name, `Too blurred on this machine to see ${limitText}: ${figure}. ${note}`)
  const felt = 'People who try addresses cannot tell from the time which have an account.'
  return budget({ name, felt, figure, limit: limitText, isMet: !isBeyond, note })
}

/** Users with a password and without one, through the import that operators use. */
const addUsers = async ({ variables }: Provider, folder: string, publicToken: string): Promise<void> => {
  const password_hash = await hash('lantern-gravel-opus-41', argon2id)
  const lines = Array.from({ length: most }, (_, n) => [
    JSON.stringify({ email: kinds['with a password'](n), password_hash }),
    JSON.stringify({ email: kinds['without a password'](n) }),
  ])
  const file = join(folder, 'users.jsonl')
  await writeFile(file, lines.flat().join('\n'))
  await administer(variables, ['user', 'import', file, '--project', publicToken])
}

const measure = async ({ name: engine, folder, variables }: Engine, options: Options): Promise<Row[]> => {
  const provider = await startProvider(variables)
  try {
    const publicToken = await newProject(provider, ['--allow-redirect', 'http://localhost/authenticate'])
    await addUsers(provider, folder, publicToken)
    const rows: Row[] = []
    for (const [index, { name, call, more }] of probes.entries()) {
      const ask = async (email: string) => {
        const { status } = await send(sdkCall(provider.origin, publicToken, call, { body: { email, ...more } }))
        if (status !== 200 && status !== 401) throw new Error(`${name} answered ${status}.`)
      }
      const measureProbe = async () => [rowOf(name, engine, await timesOf(ask, index, options))]
      rows.push(...(await orWhyNot(nameOf(name, engine), measureProbe)))
    }
    return rows
  } finally {
    await provider.stop()
  }
}

export const run: Run = options => onBothEngines('who has an account', engine => measure(engine, options))
