import { hash, randomUUID } from 'node:crypto'
import { runTransaction } from '@corroborate/server-kit/database'
import { addressOf, type HttpContext } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { localeOf } from '@corroborate/wire/locales'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Proofs } from '../../accounts/proofs/create-proofs.ts'
import { holdAccountStatus, type SignInTables } from '../../accounts/sign-in/index.ts'
import type { Doi } from '../../kit/doi/index.ts'
import type { People } from '../../kit/people/index.ts'
import { mailOf, requiredProse } from '../claims-and-reports/fields.ts'
import {
  type ModerationTables,
  readWriterFacts,
  requireMayWrite,
  submit,
  textSignals,
  writerSignals,
} from '../moderation/index.ts'
import { keepProblem, type NamedAbout, type ProblemTables, writeAbout } from './store.ts'

/** The longest text, in UTF-16 code units. */
export const longestProblem = 4_000

/** Description of the problem, and reply address; `about` identifies the subject. */
export const problemBody = z.object({
  about: z.string().max(80).optional(),
  words: requiredProse(longestProblem),
  email: z
    .string()
    .max(400)
    .optional()
    .transform((text = '') => (text.trim() === '' ? null : (mailOf(text) ?? undefined)))
    .refine(email => email !== undefined, { error: 'not an email address' })
    .transform(email => email ?? null),
})

export type ProblemBody = z.output<typeof problemBody>

export type ProblemLimit = 'problem' | 'problemOfPerson' | 'problemOfPaper' | 'problemsOfPaper'

export type SendOptions = {
  db: Kysely<ProblemTables & ModerationTables & SignInTables>
  people: Pick<People, 'known' | 'recognised' | 'account'>
  limits: Pick<Limits<ProblemLimit>, 'require' | 'isNear'>
  proofs: Pick<Proofs, 'requireWhenNear'>
  now: () => number
}

/** Stores a problem report and submits it to the moderators. @returns its ID @throws HttpProblem 401, 403, 429 */
export const sendProblem = async (
  options: SendOptions,
  c: HttpContext,
  doi: Doi,
  { about, body }: { about: NamedAbout; body: ProblemBody },
): Promise<string> => {
  const { db, people, now } = options
  const moderation = db
  await requireMayWrite(moderation, people.known(c))
  await requireRoom(options, c, doi)
  const person = people.recognised(c)
  const email = person.signedIn ? (person.email ?? body.email) : body.email
  const facts = await readWriterFacts(moderation, 'problem', person)
  const signals = [...textSignals(body.words), ...writerSignals(facts, 'problem')]
  const locale = localeOf(c.req.header('Accept-Language'))
  const sentAs = hash(
    'sha256',
    JSON.stringify([person.signedIn ? person.key : email, doi, writeAbout(about), body.words]),
  )
  return runTransaction(db, async tx => {
    await holdAccountStatus(tx.$pickTables<keyof SignInTables>(), person)
    const problems = tx.$pickTables<keyof ProblemTables>()
    const id = randomUUID()
    const isNew = await keepProblem(problems, {
      id,
      doi,
      about_kind: about.kind,
      about: about.id,
      about_words: about.words,
      writer: person.key,
      words: body.words,
      email,
      locale,
      sent_as: sentAs,
      written_at: now(),
    })
    if (!isNew)
      return (
        await problems.selectFrom('problems').select('id').where('sent_as', '=', sentAs).executeTakeFirstOrThrow()
      ).id
    const entry = { kind: 'problem', id, doi, writer: person.key, locale, signals, now: now() } as const
    await submit(tx.$pickTables<keyof ModerationTables>(), entry)
    return id
  })
}

/**
 * Counts a problem: of its reporter and network first, then of the paper, so that a rejected one uses up nothing that others need.
 * @throws HttpProblem 403, 429
 */
const requireRoom = async ({ people, limits, proofs }: SendOptions, c: HttpContext, doi: Doi): Promise<void> => {
  const address = addressOf(c)
  const person = people.known(c)
  const networkAndPaper = { address, about: doi }
  if (!(person?.signedIn && person.proved))
    await proofs.requireWhenNear(c, 'problems', [
      limits.isNear('problem', { address }),
      limits.isNear('problemOfPaper', networkAndPaper),
      limits.isNear('problemsOfPaper', doi),
    ])
  if (person?.signedIn) {
    await limits.require('problemOfPerson', person.key)
    await limits.require('problemOfPaper', `${person.key} ${doi}`)
  }
  await limits.require('problem', { address })
  await limits.require('problemOfPaper', networkAndPaper)
  await limits.require('problemsOfPaper', doi)
}
