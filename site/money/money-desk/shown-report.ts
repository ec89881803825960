import { type KeptReport, outcomeHeadline, reportPath } from '../../readers/reports/index.ts'
import type { Awardable } from './model.ts'

/** A report as the desk names it. */
export const shownReport = ({
  id,
  name,
  doi,
  sha256,
  outcome,
  content,
}: KeptReport): Pick<Awardable['reports'][number], 'id' | 'name' | 'headline' | 'href'> => ({
  id,
  name: name ?? 'a deleted account',
  headline: outcomeHeadline(outcome, content.results),
  href: reportPath(doi, sha256),
})
