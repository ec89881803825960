import { type HttpContext, HttpProblem, isFormPost, readBody, wantsPage } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { paths, sameOriginPath } from '../../kit/doi/index.ts'
import type { Pages } from '../../kit/http/index.ts'
import type { People } from '../../kit/people/index.ts'
import type { FindFacts } from '../../paper/papers/index.ts'
import { cleanText } from '../written-text/index.ts'
import { readCounts } from './counts.ts'
import { type Decision, type DecisionOutcome, type ModeratedKinds, makeDecision } from './make-decision.ts'
import type { ModerateNotice } from './model.ts'
import { moderatePage } from './moderate-page.ts'
import { moderationPage } from './moderation-page.ts'
import { createReadModeratePage, readWanted } from './read-page.ts'
import { requireModerator } from './require-moderator.ts'
import { longestMessage, type ModeratedKind, moderatedKinds, moderationActions, rejectionReasonNames } from './rules.ts'
import type { ModerationTables } from './store.ts'

type CallsOptions = {
  db: Kysely<ModerationTables & SignInTables>
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

const text = z.string().max(2_048)
const action = z.enum(moderationActions, { error: `say ${moderationActions.join(', ')}` })
/** A form sends texts, and an empty one where nothing was chosen. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(value => (value === '' ? undefined : value), schema.nullish())
const version = optional(z.coerce.number().int().min(1).max(1e9))
const decisionBody = z.object({
  action,
  version,
  reason: optional(z.enum(rejectionReasonNames, { error: `say one of ${rejectionReasonNames.join(', ')}` })),
  message: optional(z.string().max(longestMessage, { error: `at most ${longestMessage} characters` })),
  back: text.optional(),
})

/** One entry of a page that was ticked: `comment:ID:VERSION`. */
const entry = z
  .string()
  .regex(/^(?:comment|audit|contribution):[\w-]{1,64}:\d{1,9}$/, { error: 'each entry is KIND:ID:VERSION' })
const mostEntries = 100
const bulkBody = z.object({
  action: z.enum(['approve', 'reject', 'spam'], { error: 'say approve, reject or spam' }),
  reason: decisionBody.shape.reason,
  entry: z.preprocess(
    value => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z.array(entry).max(mostEntries, { error: `at most ${mostEntries} entries at a time` }),
  ),
  back: text.optional(),
})

const idForm = /^[\w-]{1,64}$/

const changed: Readonly<Record<ModeratedKind, string>> = {
  comment: 'This note has changed since you looked: it was edited, or another moderator decided. Look at it again.',
  audit: 'This report has changed since you looked: it was edited, or another moderator decided. Look at it again.',
  contribution: 'Another moderator has decided about this contribution since you looked. Look at it again.',
}

/** What moderators ask for: the page, one decision (SPEC §7), and one about many. Each asks for the role first. */
export const createModerationCalls = (options: CallsOptions) => {
  const { db, kinds, people, pages, limits, origin, now } = options
  const readPage = createReadModeratePage(options)

  const show = async (
    c: HttpContext,
    { path, notice, moderator }: { path: string; notice: ModerateNotice | null; moderator: string },
    status: 200 | 409 = 200,
  ) => {
    const model = await readPage(readWanted(new URL(path, origin).searchParams), { path, notice, moderator })
    return pages.show(c, moderatePage, model, status)
  }

  /** Where a form came from: a page of the queue, and no other. */
  const backOf = (given: string | undefined): string => {
    const path = sameOriginPath(given, origin)
    return path !== null && new URL(path, origin).pathname === paths.moderate() ? path : paths.moderate()
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
      const moderator = await requireModerator(c, people)
      await limits.require('moderate', moderator.key)
      const { back, ...body } = await readBody(c, decisionBody)
      const id = c.req.param('id') ?? ''
      const outcome = await decide(kind, id, body, moderator.key)
      if (outcome.kind === 'unknown') throw new HttpProblem(404, `There is no ${nouns[kind]} with this id.`)
      if (outcome.kind === 'own')
        throw new HttpProblem(403, 'You wrote this yourself: another moderator has to approve it.')
      c.header('Cache-Control', 'no-store')
      const { status, version } = outcome
      const isForm = isFormPost(c) && wantsPage(c)
      if (outcome.kind === 'changed')
        return isForm
          ? show(
              c,
              {
                path: backOf(back),
                notice: { kind: 'problem', sentence: changed[kind] },
                moderator: moderator.key,
              },
              409,
            )
          : c.json({ error: changed[kind], status, version }, 409)
      if (!isForm) return c.json({ id, status, version })
      const to = new URL(backOf(back), origin)
      to.searchParams.set('done', `${kind}.${id}.${status}.${version}`)
      return c.redirect(to.pathname + to.search, 303)
    }

  const decide = async (
    kind: ModeratedKind,
    id: string,
    { action, version = null, reason = null, message = null }: Omit<z.output<typeof decisionBody>, 'back'>,
    moderator: string,
  ): Promise<DecisionOutcome> => {
    if (!idForm.test(id)) return { kind: 'unknown' }
    const said = message === null ? '' : cleanText(message)
    const decision: Decision = { kind, id, action, version, reason, message: said === '' ? null : said, moderator }
    return makeDecision(db, kinds, decision, now())
  }

  /** Each of many in a transaction of its own: one that has changed keeps none of the others back. */
  const decideMany = async (c: HttpContext): Promise<Response> => {
    const moderator = await requireModerator(c, people)
    const { entry: entries, action, reason, back } = await readBody(c, bulkBody)
    if (entries.length > 0) await limits.require('moderate', moderator.key, entries.length)
    const results: { kind: string; id: string; outcome: DecisionOutcome['kind'] }[] = []
    for (const one of entries) {
      const [kind = '', id = '', version = ''] = one.split(':')
      const body = { action, version: Number(version), reason, message: null }
      const outcome = await decide(kind as ModeratedKind, id, body, moderator.key)
      results.push({ kind, id, outcome: outcome.kind })
    }
    const done = results.filter(({ outcome }) => outcome === 'decided' || outcome === 'repeated').length
    c.header('Cache-Control', 'no-store')
    if (!(isFormPost(c) && wantsPage(c))) return c.json({ done, changed: results.length - done, results })
    const to = new URL(backOf(back), origin)
    to.searchParams.set('bulk', `${done}.${results.length - done}`)
    return c.redirect(to.pathname + to.search, 303)
  }

  /** `GET /moderation`: the numbers, for everybody; as JSON for programs. */
  const counts = async (c: HttpContext): Promise<Response> => {
    const months = await readCounts(db)
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
  }
}

const nouns: Readonly<Record<ModeratedKind, string>> = {
  comment: 'note',
  audit: 'report',
  contribution: 'contribution',
}

/** What the query of the page says was done a moment ago. */
const noticeOf = (query: URLSearchParams): ModerateNotice | null => {
  const [, kind, id, status, version] =
    /^(\w+)\.([\w-]{1,64})\.(pending|approved|rejected|spam)\.(\d{1,9})$/.exec(query.get('done') ?? '') ?? []
  const of = moderatedKinds.find(each => each === kind)
  if (of !== undefined && id !== undefined)
    return { kind: 'decided', of, id, status: status as 'approved', version: Number(version) }
  const [, done, changed] = /^(\d{1,3})\.(\d{1,3})$/.exec(query.get('bulk') ?? '') ?? []
  return done === undefined ? null : { kind: 'bulk', done: Number(done), changed: Number(changed) }
}
