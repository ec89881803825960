import { countVerdicts } from '../judge.ts'
import { printableJson } from '../printable.ts'
import type { Report } from './report.ts'

/**
 * Formats a report as JSON: the site's response for each file, with a verdict for each reference. `version` is the version of this format.
 */
export const asJson = ({ site, files }: Report): string =>
  printableJson({ version: 1, site: site.origin, files, counts: countVerdicts(files) })
