import { crateFile, paths, type SitePath } from '../../kit/doi/index.ts'
import { linksetLink, type TypedLink } from '../../kit/page/index.ts'
import { reportFiles } from './report-paths.ts'

type Linked = { path: SitePath; reproducibilityPackage: string | null }

/** Typed links of a report's page (Signposting; CONVENTIONS 2.8). `path`: its permanent path on this site. */
export const reportLinks = ({ path, reproducibilityPackage }: Linked, origin: string): TypedLink[] => {
  const page = `${origin}${path}`
  const describedby = (href: string, type: string, profile?: string): TypedLink => ({
    rel: 'describedby',
    href,
    type,
    ...(profile !== undefined && { profile }),
  })
  return [
    { rel: 'cite-as', href: page },
    describedby(page + reportFiles.csl, 'application/vnd.citationstyles.csl+json'),
    describedby(page + reportFiles.bibtex, 'application/x-bibtex'),
    describedby(page + reportFiles.ris, 'application/x-research-info-systems'),
    describedby(page + reportFiles.canonical, 'application/json'),
    describedby(`${page}/${crateFile}`, 'application/ld+json', 'https://w3id.org/ro/crate'),
    ...(reproducibilityPackage === null ? [] : [{ rel: 'item', href: new URL(reproducibilityPackage).href }]),
    { rel: 'type', href: 'https://schema.org/Review' },
    linksetLink(`${origin}${paths.linkset(path)}`),
  ]
}
