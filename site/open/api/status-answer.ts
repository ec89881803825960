import { doiUrl, paths, storedDoi } from '../../kit/doi/index.ts'
import { type Status, type StatusKind, statusNote, statusWords } from '../../paper/known/index.ts'
import type { BriefStatus, StatusAnswer } from './paper-schemas.ts'

/** A status in the form of the API; `origin`: of this site. */
export const statusAnswer = (status: Status, origin: string): StatusAnswer => {
  const { kind, date, dateIsLatest, source, reasons, notice, attempts, reports, repeated, announces, republished } =
    status
  const { headline } = statusWords(status)
  return {
    key: statusKey(kind),
    headline,
    sentence: statusNote(status) ?? `${headline}.`,
    date,
    date_is_latest: dateIsLatest,
    ...sourceAnswer(source),
    reasons: [...reasons],
    notice: notice && { doi: notice.doi, url: doiUrl(storedDoi(notice.doi)) },
    attempts: outcomeCounts(attempts),
    reports: { ...outcomeCounts(reports), uncounted: reports.uncounted },
    repeated,
    announces: announces && {
      verb: announces.verb,
      papers: announces.papers.map(paper => otherPaper(paper, origin)),
      by_title: announces.byTitle,
    },
    republished: republished && otherPaper(republished, origin),
    silent: [...status.silent],
  }
}

/** The word of a status in the API. */
export const statusKey = (kind: StatusKind): StatusAnswer['key'] => (kind === 'nothing' ? 'nothing-known' : kind)

/** A status in short. */
export const briefStatus = (status: Status): BriefStatus => {
  const { headline, short } = statusWords(status)
  return {
    key: statusKey(status.kind),
    sentence: statusNote(status) ?? `${headline}.`,
    date: status.date,
    words: short,
  }
}

export const sourceAnswer = (source: { name: string; href: string | null } | null) => ({
  source: source?.name ?? null,
  source_url: source?.href ?? null,
})

export const otherPaper = ({ doi, title }: { doi: string; title: string | null }, origin: string) => ({
  doi,
  title,
  page_url: origin + paths.paper(storedDoi(doi)),
})

const outcomeCounts = ({ held, notHeld, mixed, unclear }: Status['attempts']) => ({
  held,
  not_held: notHeld,
  mixed,
  unclear,
})
