import type { Kysely } from 'kysely'
import { type Doi, paths } from '../../kit/doi/index.ts'
import type { Person } from '../../kit/people/index.ts'
import type { Papers } from '../../paper/papers/index.ts'
import { findPublicNote, type NoteTables } from '../notes/index.ts'
import { findPublicReport, type ReportTables, reportPath } from '../reports/index.ts'

/** Subjects of a problem report. `source`: an item of the evidence from a source. */
export const aboutKinds = ['page', 'note', 'report', 'source'] as const
export type AboutKind = (typeof aboutKinds)[number]

/** Subject as in the URL. `id` is '' for the page. */
export type About = { kind: AboutKind; id: string }

/** Subject with its label and URL. */
export type NamedAbout = About & { words: string; href: string }

/** Reads `note:ID`; null for anything else. Nothing at all means the page. */
export const readAbout = (text: string | undefined): About | null => {
  if (text === undefined || text === '') return { kind: 'page', id: '' }
  const [, kind, id = ''] = /^(note|report|source):([\w-]{1,64})$/.exec(text) ?? []
  return kind === undefined ? null : { kind: kind as AboutKind, id }
}

export const writeAbout = ({ kind, id }: About): string => (kind === 'page' ? '' : `${kind}:${id}`)

const longestWords = 160

/** Finds a publicly visible subject; null if there is none. */
export type NameAbout = (doi: Doi, about: About, address: string) => Promise<NamedAbout | null>

export const createNameAbout =
  (db: Kysely<NoteTables & ReportTables>, papers: Pick<Papers<Person | null>, 'page'>): NameAbout =>
  async (doi, about, address) => {
    const found = await find(db, papers, { doi, about, address })
    return found === null ? null : { ...about, ...found, words: found.words.slice(0, longestWords) }
  }

const find = async (
  db: Kysely<NoteTables & ReportTables>,
  papers: Pick<Papers<Person | null>, 'page'>,
  { doi, about: { kind, id }, address }: { doi: Doi; about: About; address: string },
): Promise<Pick<NamedAbout, 'words' | 'href'> | null> => {
  switch (kind) {
    case 'page':
      return { words: 'This paper’s page', href: paths.paper(doi) }
    case 'note': {
      const note = await findPublicNote(db.$pickTables<keyof NoteTables>(), doi, id)
      return note === null ? null : { words: `Note by ${note.author}: ${note.content}`, href: paths.note(doi, id) }
    }
    case 'report': {
      const report = await findPublicReport(db.$pickTables<keyof ReportTables>(), doi, id)
      if (report === null) return null
      return { words: `Report by ${report.name ?? 'a deleted account'}`, href: reportPath(doi, report.sha256) }
    }
    case 'source': {
      const view = await papers.page(doi, null, address)
      const facts = view.kind === 'page' ? view.model.known.facts : []
      const fact = facts.find(each => each.id === id)
      if (fact === undefined) return null
      const date = fact.date === null ? '' : `, ${fact.date}`
      return { words: `${fact.label}${date}, from ${fact.source.name}`, href: `${paths.paper(doi)}#known` }
    }
  }
}
