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
import { type Doi, paths } from '../../kit/doi/index.ts'
import type { DoiHandler, Pages } from '../../kit/http/index.ts'
import type { Person } from '../../kit/people/index.ts'
import type { NamePaper } from '../../paper/papers/index.ts'
import { problemsIn } from '../claims-and-reports/index.ts'
import { type NameAbout, type NamedAbout, readAbout, writeAbout } from './about.ts'
import type { ProblemPageModel } from './model.ts'
import { type ProblemBody, problemBody } from './problem-body.ts'
import { problemPage } from './problem-page.ts'
import { type SendOptions, sendProblem } from './send-problem.ts'

type Options = SendOptions & {
  pages: Pick<Pages, 'show'>
  namePaper: NamePaper
  nameAbout: NameAbout
  contact: string | null
}

type Fields = Readonly<Record<string, unknown>>

/** `/{doi}/problem`: the problem form and its submission. */
export const createProblemCalls = (options: Options) => {
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
