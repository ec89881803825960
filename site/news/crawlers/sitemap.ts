import { paths } from '../../kit/doi/index.ts'
import type { EventfulPaper } from './papers-with-events.ts'

// https://www.sitemaps.org/protocol.html: at most 50,000 addresses and 50 MB a file.
/** So many papers are in one file: with addresses of 1,000 bytes it stays below both limits. */
export const papersAFile = 40_000

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** The list of the lists. */
export const sitemapIndex = (origin: string, files: number): string =>
  `${xml}<sitemapindex ${namespace}>\n${Array.from(
    { length: files },
    (_, index) => `<sitemap><loc>${text(origin + paths.sitemap(index + 1))}</loc></sitemap>\n`,
  ).join('')}</sitemapindex>\n`

export const sitemapStart = `${xml}<urlset ${namespace}>\n`
export const sitemapEnd = '</urlset>\n'

/** Some papers of a list. */
export const sitemapEntries = (origin: string, papers: readonly EventfulPaper[]): string =>
  papers
    .map(({ doi, lastmod }) => {
      const day = lastmod !== null && /^\d{4}(?:-\d{2}){0,2}$/.test(lastmod) ? `<lastmod>${lastmod}</lastmod>` : ''
      return `<url><loc>${text(origin + paths.paper(doi))}</loc>${day}</url>\n`
    })
    .join('')

const text = (value: string): string => value.replace(/[&<>"']/g, found => `&#${found.charCodeAt(0)};`)

/** Paths disallowed for crawlers. */
const forPeople: readonly `/${string}`[] = [
  paths.search(),
  paths.login(),
  paths.logout,
  paths.authenticate,
  paths.moderate(),
  paths.dashboard,
]

/** robots.txt: allows papers and the site's own pages, disallows search, sessions and forms. */
export const robots = (origin: string): string =>
  [
    'User-agent: *',
    ...forPeople.map(path => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}${paths.sitemapIndex}`,
    '',
  ].join('\n')
