import { type Doi, paths } from '../../kit/doi/index.ts'
import { dayInWords } from '../../kit/times/index.ts'
import type { Moderated } from '../moderation/index.ts'
import { readText } from '../written-text/index.ts'
import { type ProblemTables, readProblems } from './store.ts'

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
            { label: 'Reported', value: dayInWords(written_at) },
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
