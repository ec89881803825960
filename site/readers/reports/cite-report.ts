import type { CiteFormat } from '../../kit/doi/index.ts'
import { type CslItem, citationFile, cslName } from '../../paper/papers/index.ts'
import { outcomeHeadline } from './outcome-words.ts'
import { hasMaterial } from './report.ts'
import { shortHash } from './short-hash.ts'
import type { KeptReport } from './store.ts'

type Cited = Pick<KeptReport, 'content' | 'name' | 'sha256' | 'outcome' | 'createdAt'>

/** The citation of a report as a file to download. `url`: its permanent address. */
export const citeReport = (report: Cited, paperTitle: string | null, url: string, format: CiteFormat) => {
  const item = reportItem(report, paperTitle, url)
  return citationFile(item, format, { name: `report-${report.sha256.slice(0, shortHash)}`, note: item.note ?? null })
}

/** A report as CSL-JSON. */
export const reportItem = (
  { content, name, sha256, outcome, createdAt }: Cited,
  paperTitle: string | null,
  url: string,
): CslItem => {
  const date = new Date(createdAt)
  return {
    id: url,
    type: 'report',
    URL: url,
    title: reportTitle(paperTitle ?? content.doi),
    ...(name !== null && { author: [cslName({ name, orcid: null })] }),
    publisher: 'Corroborate',
    number: sha256,
    issued: { 'date-parts': [[date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]] },
    note: `${outcomeHeadline(outcome, content.results)}. About https://doi.org/${content.doi}.${hasMaterial(content) ? ` SHA-256 ${sha256}.` : ''}`,
  }
}

export const reportTitle = (paper: string): string => `Reproduction report: ${paper}`
