import {
  addressOf,
  type HttpContext,
  HttpProblem,
  isFormPost,
  readBody,
  wantsPage,
  withHeadersOf,
} from '@corroborate/server-kit/http'
import { z } from 'zod'
import type { WithProofs } from '../../accounts/proofs/create-proofs.ts'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs } from '../../kit/feature/index.ts'
import type { DoiHandler, Pages } from '../../kit/http/index.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import { noIndex } from '../../kit/page/head.ts'
import type { Person } from '../../kit/people/index.ts'
import { formatDay } from '../../kit/times/times.ts'
import { createNamePaper, type NamePaper, type WithPapers } from '../../paper/papers/index.ts'
import { problemsIn } from '../claims-and-reports/fields.ts'
import type { Moderated, Moderates, ModerationTables } from '../moderation/index.ts'
import type { NoteTables } from '../notes/index.ts'
import type { ReportTables } from '../reports/index.ts'
import { readText } from '../written-text/read-text.ts'
import type { ProblemPageModel } from './model.ts'
import type { ProblemPage } from './ProblemPage.tsx'
import { type ProblemBody, problemBody, type SendOptions, sendProblem } from './send-problem.ts'
import {
  createNameAbout,
  deleteProblems,
  exportProblems,
  moveProblems,
  type NameAbout,
  type NamedAbout,
  type ProblemTables,
  problemMigration,
  readAbout,
  readProblems,
  writeAbout,
} from './store.ts'

const problemPage = definePage({
  name: 'problem',
  component: markup<typeof ProblemPage>('readers/problems/ProblemPage.tsx'),
  head: ({ paper }: ProblemPageModel) => ({
    title: `Report a problem: ${paper.title ?? paper.doi} · Corroborate`,
    meta: noIndex,
  }),
  islands: null,
  scriptBudget: 5_100,
})

type Options = SendOptions & {
  pages: Pick<Pages, 'show'>
  namePaper: NamePaper
  nameAbout: NameAbout
  contact: string | null
}

type Fields = Readonly<Record<string, unknown>>

/** `/{doi}/problem`: the problem form and its submission. */
const createProblemCalls = (options: Options) => {
  const { people, pages, namePaper, nameAbout, contact } = options

  const show = async (
    c: HttpContext,
    doi: Doi,
    about: NamedAbout,
    form: Pick<ProblemPageModel, 'draft' | 'problem' | 'isSent'>,
    status = 200,
  ): Promise<Response> => {
    const value = writeAbout(about)
    const model = {
      ...form,
      paper: await namePaper(c, doi),
      about: { value, words: about.words, href: about.href },
      action: paths.problem(doi),
      signedIn: people.known(c)?.signedIn === true,
      contact,
    }
    return pages.show(c, problemPage, model, status)
  }

  const aboutOf = async (c: HttpContext, doi: Doi, text: string | undefined): Promise<NamedAbout> => {
    const about = readAbout(text)
    const named = about === null ? null : await nameAbout(doi, about, addressOf(c))
    if (named === null) throw new HttpProblem(404, 'This content is not public or no longer exists.')
    return named
  }

  const page: DoiHandler = async (c, doi) => {
    const about = await aboutOf(c, doi, c.req.query('about'))
    const isSent = c.req.query('done') === 'sent'
    return show(c, doi, about, { draft: { words: '', email: '' }, problem: null, isSent })
  }

  const post: DoiHandler = async (c, doi) => {
    const sent: Fields = await readBody(c, z.record(z.string(), z.unknown()))
    const about = await aboutOf(c, doi, textIn(sent, 'about'))
    const isForm = isFormPost(c) && wantsPage(c)
    // Without a session, the form is held until its sender has logged in.
    if (textIn(sent, 'sender') === 'account') people.account(c)
    try {
      const id = await sendProblem(options, c, doi, { about, body: read(sent, people.known(c)) })
      c.header('Cache-Control', 'no-store')
      return isForm ? c.redirect(`${paths.problem(doi)}?done=sent`, 303) : c.json({ id, status: 'pending' })
    } catch (problem) {
      if (!isForm || !(problem instanceof HttpProblem)) throw problem
      const draft = { words: textIn(sent, 'words') ?? '', email: textIn(sent, 'email') ?? '' }
      const form = { draft, problem: problem.message, isSent: false }
      return withHeadersOf(problem, await show(c, doi, about, form, problem.status))
    }
  }

  return { page, post }
}

const textIn = (sent: Fields, name: string): string | undefined => {
  const value = sent[name]
  return typeof value === 'string' ? value : undefined
}

const names: Readonly<Record<string, string>> = { words: 'description', email: 'email address' }

/** Reads a body. @throws HttpProblem 400 where something is missing or wrong */
const read = (sent: Fields, person: Person | null): ProblemBody => {
  const parsed = problemBody.safeParse(sent)
  if (!parsed.success) {
    const [[field, problem] = ['words', 'invalid request']] = Object.entries(problemsIn(parsed.error))
    throw new HttpProblem(400, `Invalid ${names[field] ?? field}: ${problem}.`, { kind: 'invalid-input' })
  }
  if (parsed.data.email === null && !(person?.signedIn && person.email !== null))
    throw new HttpProblem(400, 'Enter your email address for the reply, or log in.', { kind: 'invalid-input' })
  return parsed.data
}

/** Moderation of problem reports. A decision has no effect by itself: the moderator takes the necessary action. */
export const moderatedProblems: Moderated<ProblemTables> = {
  kind: 'problem',
  async read(db, ids) {
    const rows = await readProblems(db, ids)
    return new Map(
      rows.map(({ id, doi, about_kind, about, about_words, writer, words, written_at }) => [
        id,
        {
          author:
            writer === null ? 'a deleted account' : writer.startsWith('user:') ? 'somebody signed in' : 'a visitor',
          authorIsChecked: true,
          paragraphs: readText(words),
          facts: [
            { label: 'About', value: about_words, href: placeOf(doi as Doi, about_kind, about) },
            { label: 'Reported', value: formatDay(written_at) },
          ],
        },
      ]),
    )
  },
  async told(db, id) {
    const problem = db.selectFrom('problems').select(['doi', 'about_kind', 'about', 'email']).where('id', '=', id)
    const row = await problem.executeTakeFirst()
    if (row === undefined) return null
    const doi = row.doi as Doi
    const again =
      row.about_kind === 'page' ? paths.problem(doi) : paths.problem(doi, { kind: row.about_kind, id: row.about })
    return { what: 'problem', email: row.email, paths: { approved: paths.paper(doi), rejected: again } }
  },
  settle: async () => {},
}

const placeOf = (doi: Doi, kind: ProblemTables['problems']['about_kind'], about: string): string =>
  ({
    page: paths.paper(doi),
    note: paths.note(doi, about),
    report: paths.report(doi, about),
    source: `${paths.paper(doi)}#known`,
  })[kind]

const day = 24 * 60 * 60

const limits = {
  /** Problems from one address. */
  problem: { points: 10, perSeconds: 60 * 60 },
  /** Per account. */
  problemOfPerson: { points: 30, perSeconds: day },
  /** About one paper, from one account, or from one address and its networks. */
  problemOfPaper: { points: 5, perSeconds: day },
  /** Per paper, from everyone: far more than one sender can use. */
  problemsOfPaper: { points: 200, perSeconds: day },
} as const

type Tables = ProblemTables & ModerationTables & SignInTables & NoteTables & ReportTables

/** "Report a problem": sends problems with a note, a report or a source to the moderators. */
export const problemsFeature = defineFeature<Tables, NoJobs, WithPapers & WithProofs, Moderates<Tables>>()({
  migrations: [problemMigration],
  limits,
  pages: [problemPage],
  moderated: moderatedProblems,
  moveToAccount: moveProblems,
  deleteAccount: deleteProblems,
  exportOf: exportProblems,
  open: ({ settings, db, people, papers, pages, limits, proofs, now }) => {
    const calls = createProblemCalls({
      db,
      people,
      pages,
      limits,
      proofs,
      namePaper: createNamePaper(papers.facts),
      nameAbout: createNameAbout(db, papers),
      contact: settings.site.contact,
      now,
    })
    return { paperRoutes: { problem: { GET: calls.page, POST: calls.post } } }
  },
})
