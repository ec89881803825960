import { type HttpContext, readBody } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import type { DoiHandler, Pages } from '../../kit/http/index.ts'
import type { People } from '../../kit/people/index.ts'
import type { NamePaper } from '../../paper/papers/index.ts'
import { readDraftText, readEntries } from './draft.ts'
import { dropDraft, readDraft } from './drafts.ts'
import { noEntries } from './entries.ts'
import { keepDraftAs } from './keep-draft.ts'
import type { WizardProps } from './model.ts'
import { reproducePage } from './pages.ts'
import type { ReportTables } from './tables.ts'

export type ReproduceOptions = {
  db: Kysely<ReportTables & SignInTables>
  people: Pick<People, 'known' | 'account'>
  pages: Pick<Pages, 'show'>
  limits: Pick<Limits<'reportDraft'>, 'require'>
  namePaper: NamePaper
  now: () => number
}

const draftBody = z.object({
  draft: z.object({ at: z.number(), step: z.int().min(0).max(6), entries: z.record(z.string(), z.unknown()) }),
})

type Fields = Readonly<Record<string, unknown>>

/** `/{doi}/reproduce`: the wizard, and the draft that it keeps in an account, for its owner alone. */
export const createReproduceCalls = ({ db, people, pages, limits, namePaper, now }: ReproduceOptions) => {
  const reports = db.$pickTables<keyof ReportTables>()

  const page: DoiHandler = async (c, doi) => {
    const person = people.known(c)
    const kept = person?.signedIn ? readDraftText(await readDraft(reports, person.key, doi)) : null
    const account = person?.signedIn ? { auditorName: person.name, auditorEmail: person.email ?? '' } : {}
    return show(c, doi, {
      entries: kept?.entries ?? { ...noEntries, ...account },
      step: kept?.step ?? 0,
      keptAt: kept?.at ?? 0,
      problems: {},
    })
  }

  const show = async (
    c: HttpContext,
    doi: Doi,
    begin: Pick<WizardProps, 'entries' | 'step' | 'keptAt' | 'problems'>,
    status = 200,
  ): Promise<Response> => {
    const person = people.known(c)
    const paper = await namePaper(c, doi)
    return pages.show(
      c,
      reproducePage,
      {
        paper,
        wizard: {
          doi,
          paperTitle: paper.title,
          action: paths.reports(doi),
          drafts: paths.reproduce(doi),
          citation: paths.cite(doi, 'csl-json'),
          signedIn: person?.signedIn ?? false,
          reader: person?.signedIn ? person.id : null,
          login: paths.login(paths.reproduce(doi)),
          ...begin,
        },
      },
      status,
    )
  }

  /** Redisplays the form without script, with its errors. */
  const showAgain = (c: HttpContext, doi: Doi, body: Fields, problems: Readonly<Record<string, string>>) =>
    show(c, doi, { entries: readEntries(body), step: 0, keptAt: now(), problems }, 400)

  /** `POST`: keeps a draft, in place of the one before. */
  const keep: DoiHandler = async (c, doi) => {
    const person = people.account(c)
    const { draft } = await readBody(c, draftBody)
    await limits.require('reportDraft', person.key)
    const at = now()
    const text = JSON.stringify({ at, step: draft.step, entries: readEntries(draft.entries) })
    await keepDraftAs(db, person, { doi, draft: text, now: at })
    c.header('Cache-Control', 'no-store')
    return c.json({ kept: at })
  }

  /** `DELETE`: lets go of it. */
  const discard: DoiHandler = async (c, doi) => {
    const person = people.account(c)
    await limits.require('reportDraft', person.key)
    await dropDraft(reports, person.key, doi)
    return c.body(null, 204)
  }

  return { page, showAgain, keep, discard }
}
