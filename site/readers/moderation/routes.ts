import { type HttpContext, HttpProblem, isFormPost, readBody, wantsPage } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { cleanText } from '@corroborate/wire/written-text'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { paths, sameOriginPath } from '../../kit/doi/index.ts'
import type { Pages } from '../../kit/http/index.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import { noIndex } from '../../kit/page/head.ts'
import type { People } from '../../kit/people/index.ts'
import type { FindFacts } from '../../paper/papers/index.ts'
import { type ModerateNotice, type ModeratePageModel, type ModerationPageModel, readCounts } from './counts.ts'
import type { ModeratePage } from './ModeratePage.tsx'
import type { ModerationPage } from './ModerationPage.tsx'
import { type Decision, type DecisionOutcome, type DecisionTables, makeDecision } from './make-decision.ts'
import type { ModeratedKinds } from './moderated.ts'
import { requireModerator } from './moderators.ts'
import { noticeOf, noticeQuery, whatChanged } from './notice.ts'
import { readModeratePage, readWanted } from './read-page.ts'
import { longestMessage, type ModeratedKind, moderationActions, rejectionReasonNames } from './rules.ts'

const text = z.string().max(2_048)
const action = z.enum(moderationActions, { error: `say ${moderationActions.join(', ')}` })
/** A form sends texts, and an empty one where nothing was chosen. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(value => (value === '' ? undefined : value), schema.nullish())
const version = optional(z.coerce.number().int().min(1).max(1e9))

/** One decision. `back`: the page of the queue that the form was on. */
const decisionBody = z.object({
  action,
  version,
  reason: optional(z.enum(rejectionReasonNames, { error: `say one of ${rejectionReasonNames.join(', ')}` })),
  message: optional(z.string().max(longestMessage, { error: `at most ${longestMessage} characters` })),
  back: text.optional(),
})

type DecisionAsked = Omit<z.output<typeof decisionBody>, 'back'>

/** One entry of a page that was ticked: `comment:ID:VERSION`. */
const entry = z
  .string()
  .regex(/^(?:comment|audit|contribution|problem):[\w-]{1,64}:\d{1,9}$/, { error: 'each entry is KIND:ID:VERSION' })
  .transform(ticked => {
    const [kind = '', id = '', version = ''] = ticked.split(':')
    return { kind: kind as ModeratedKind, id, version: Number(version) }
  })
const mostEntries = 100

/** One decision about many entries. */
const bulkBody = z.object({
  action: z.enum(['approve', 'reject', 'spam'], { error: 'say approve, reject or spam' }),
  reason: decisionBody.shape.reason,
  entry: z.preprocess(
    value => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z.array(entry).max(mostEntries, { error: `at most ${mostEntries} entries at a time` }),
  ),
  back: text.optional(),
})

export const moderatePage = definePage({
  name: 'moderate',
  component: markup<typeof ModeratePage>('readers/moderation/ModeratePage.tsx'),
  head: ({ view }: ModeratePageModel) => ({
    title: view === 'waiting' ? 'Moderate · Corroborate' : 'Decisions · Corroborate',
    meta: noIndex,
  }),
  islands: 'readers/moderation/islands.tsx',
  styles: 'kit/browser/styles/for-moderators.css',
  scriptBudget: 8_100,
})

/** Public statistics of moderation decisions. */
export const moderationPage = definePage({
  name: 'moderation',
  component: markup<typeof ModerationPage>('readers/moderation/ModerationPage.tsx'),
  head: (_: ModerationPageModel, origin) => ({
    title: 'Moderation · Corroborate',
    description: 'Community notes and reproduction reports approved and rejected, by month and reason.',
    canonical: `${origin}${paths.moderation}`,
  }),
  islands: null,
  styles: 'kit/browser/styles/for-moderators.css',
  scriptBudget: 5_100,
})

type CallsOptions = {
  db: Kysely<DecisionTables & SignInTables>
  kinds: ModeratedKinds
  people: Pick<People, 'sessionNow'>
  /** For the titles of the papers. */
  facts: Pick<FindFacts, 'findNear'>
  pages: Pick<Pages, 'show'>
  limits: Pick<Limits<'moderate'>, 'require'>
  /** The site's own. */
  origin: string
  now: () => number
}

const nouns: Readonly<Record<ModeratedKind, string>> = {
  comment: 'note',
  audit: 'report',
  contribution: 'contribution',
  problem: 'problem',
}

/** Moderation routes: the page, a single decision (SPEC §7), and bulk decisions. Each requires the role. */
export const createModerationCalls = (options: CallsOptions) => {
  const { people, pages, limits, origin, now } = options

  const show = async (
    c: HttpContext,
    { path, notice, moderator }: { path: string; notice: ModerateNotice | null; moderator: string },
    status: 200 | 400 | 409 = 200,
  ) => {
    const wanted = readWanted(new URL(path, origin).searchParams)
    const model = await readModeratePage(options, wanted, { path, notice, moderator, now: now() })
    return pages.show(c, moderatePage, model, status)
  }

  const page = async (c: HttpContext): Promise<Response> => {
    const { key: moderator } = await requireModerator(c, people)
    const url = new URL(c.req.url)
    const notice = noticeOf(url.searchParams)
    for (const name of ['done', 'bulk']) url.searchParams.delete(name)
    return show(c, { path: url.pathname + url.search, notice, moderator })
  }

  const decideOne =
    (kind: ModeratedKind) =>
    async (c: HttpContext): Promise<Response> => {
      const { key: moderator } = await requireModerator(c, people)
      await limits.require('moderate', moderator)
      const { back, ...asked } = await readBody(c, decisionBody)
      if (isUnexplained(asked) && isFormPost(c) && wantsPage(c))
        return show(c, { path: pathBack(back, origin), notice: { kind: 'problem', sentence: sayWhy }, moderator }, 400)
      const id = c.req.param('id') ?? ''
      const outcome = await decide(options, { kind, id, moderator, ...asked })
      if (outcome.kind === 'unknown') throw new HttpProblem(404, `There is no ${nouns[kind]} with this id.`)
      if (outcome.kind === 'own') throw new HttpProblem(403, 'You wrote this, so another moderator has to approve it.')
      if (outcome.kind === 'same')
        throw new HttpProblem(403, 'You already approved this, so another moderator has to give the second approval.')
      c.header('Cache-Control', 'no-store')
      const { status, version } = outcome
      const path = pathBack(back, origin)
      const isForm = isFormPost(c) && wantsPage(c)
      if (outcome.kind === 'changed') {
        const sentence = await whatChanged(options.db, { kind, id, version })
        return isForm
          ? show(c, { path, notice: { kind: 'problem', sentence }, moderator }, 409)
          : c.json({ error: sentence, status, version }, 409)
      }
      if (!isForm) return c.json({ id, status, version })
      return c.redirect(pathWith(path, noticeQuery.done({ kind, id, status, version })), 303)
    }

  /** Each of many in a transaction of its own: one that has changed keeps none of the others back. */
  const decideMany = async (c: HttpContext): Promise<Response> => {
    const { key: moderator } = await requireModerator(c, people)
    const { entry: entries, action, reason, back } = await readBody(c, bulkBody)
    if (isUnexplained({ action, reason }) && isFormPost(c) && wantsPage(c))
      return show(c, { path: pathBack(back, origin), notice: { kind: 'problem', sentence: sayWhy }, moderator }, 400)
    if (entries.length > 0) await limits.require('moderate', moderator, entries.length)
    const results: { kind: string; id: string; outcome: DecisionOutcome['kind'] }[] = []
    for (const { kind, id, version } of entries) {
      const outcome = await decide(options, { kind, id, version, action, reason, moderator })
      results.push({ kind, id, outcome: outcome.kind })
    }
    const done = results.filter(({ outcome }) => outcome === 'decided' || outcome === 'repeated').length
    c.header('Cache-Control', 'no-store')
    if (!(isFormPost(c) && wantsPage(c))) return c.json({ done, changed: results.length - done, results })
    return c.redirect(pathWith(pathBack(back, origin), noticeQuery.bulk(done, results.length - done)), 303)
  }

  /** `GET /moderation`: public statistics, as JSON for API clients. */
  const counts = async (c: HttpContext): Promise<Response> => {
    const months = await readCounts(options.db)
    c.header('Vary', 'Accept')
    return wantsPage(c) ? pages.show(c, moderationPage, { months }) : c.json({ months })
  }

  return {
    page,
    counts,
    decideMany,
    decideComment: decideOne('comment'),
    decideReport: decideOne('audit'),
    decideContribution: decideOne('contribution'),
    decideProblem: decideOne('problem'),
  }
}

/** The page requires a reason; API clients may omit it (SPEC §7). */
const sayWhy = 'Enter a reason so that the author can revise it. Nothing was rejected.'
const isUnexplained = ({ action, reason }: Pick<DecisionAsked, 'action' | 'reason'>): boolean =>
  action === 'reject' && reason == null

const idForm = /^[\w-]{1,64}$/

const decide = async (
  { db, kinds, now }: CallsOptions,
  { kind, id, action, moderator, ...asked }: DecisionAsked & Pick<Decision, 'kind' | 'id' | 'moderator'>,
): Promise<DecisionOutcome> => {
  if (!idForm.test(id)) return { kind: 'unknown' }
  const { version = null, reason = null } = asked
  const message = cleanText(asked.message ?? '') || null
  return makeDecision(db, kinds, { kind, id, action, version, reason, message, moderator }, now())
}

/** Returns the form's return path, restricted to pages of the queue. */
const pathBack = (given: string | undefined, origin: string): string => {
  const path = sameOriginPath(given, origin)
  return path !== null && new URL(path, origin).pathname === paths.moderate() ? path : paths.moderate()
}

/** A path of this site with one more parameter in its query. */
const pathWith = (path: string, [name, value]: readonly [string, string]): string => {
  const url = new URL(path, 'http://localhost')
  url.searchParams.set(name, value)
  return url.pathname + url.search
}
