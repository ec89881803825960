import { doiUrl, paths, storedDoi } from '../../kit/doi/index.ts'
import { type Status, statusNote, statusWords } from '../../paper/known/index.ts'
import { statusKey } from '../public-names/index.ts'
import type { BriefStatus, StatusAnswer } from './paper-schemas.ts'

/** Converts a status to API output; `origin`: of this site. */
export const statusAnswer = (status: Status, origin: string): StatusAnswer => {
  const { kind, date, dateIsLatest, source, reasons, notice, attempts, reports, repeated, announces, republished } =
    status
  const { headline } = statusWords(status)
  return {
    key: statusKey(kind),
    headline,
    sentence: statusNote(status) ?? `${headline}.`,
    date,
    date_is_upper_bound: dateIsLatest,
    ...sourceAnswer(source),
    reasons: [...reasons],
    notice: notice && { doi: notice.doi, url: doiUrl(storedDoi(notice.doi)) },
    attempts: outcomeCounts(attempts),
    reports: { ...outcomeCounts(reports), uncounted: reports.uncounted },
    replication_years: repeated,
    announces: announces && {
      verb: announces.verb,
      papers: announces.papers.map(paper => otherPaper(paper, origin)),
      matched_by_title: announces.byTitle,
    },
    republished_as: republished && otherPaper(republished, origin),
    unavailable_sources: [...status.silent],
  }
}

/** Converts a status to its brief form. */
export const briefStatus = (status: Status): BriefStatus => {
  const { headline, short } = statusWords(status)
  return {
    key: statusKey(status.kind),
    sentence: statusNote(status) ?? `${headline}.`,
    date: status.date,
    label: short,
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
  success: held,
  failed: notHeld,
  mixed,
  unclear,
})
