import { countVerdicts } from '../judge.ts'
import { printableJson } from '../printable.ts'
import type { Report } from './report.ts'

/** For programs: what the site answered about each file, with a verdict for each reference. `version` is that of this form. */
export const asJson = ({ site, files }: Report): string =>
  printableJson({ version: 1, site: site.origin, files, counts: countVerdicts(files) })
