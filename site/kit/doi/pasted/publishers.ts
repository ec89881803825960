import type { Address } from './address.ts'
import { lancetJournals, mdpiJournals, osfServers } from './publisher-series.ts'

/**
 * DOI derived from a publisher's URL. `sure`: by the publisher's DOI scheme. `guess`: a candidate to verify. Null: the URL contains no DOI
 * information.
 */
export type Reading = { sure: string } | { guess: string } | null

type Rule = {
  /** The site, and every host below it. */
  hosts: string
  read: (address: Address) => Reading
}

const fill = (doi: string, groups: RegExpExecArray): string =>
  doi.replace(/\$(\d)/g, (_, group: string) => groups[Number(group)] ?? '')

/** A path (without slashes around it) that begins so → the DOI made of the groups: `$1` is the first. */
const path = ({ source, flags }: RegExp, doi: string, certainty: 'sure' | 'guess' = 'sure') => {
  const pattern = new RegExp(`^(?:${source})`, flags)
  return (address: Address): Reading => {
    const match = pattern.exec(address.path.replace(/^\/+|(?<!\/)\/+$/g, ''))
    if (match === null) return null
    return certainty === 'sure' ? { sure: fill(doi, match) } : { guess: fill(doi, match) }
  }
}

/** A query parameter that is so from end to end → the DOI made of the groups. */
const parameter = (name: string, { source, flags }: RegExp, doi: string) => {
  const pattern = new RegExp(`^(?:${source})$`, flags)
  return ({ query }: Address): Reading => {
    const match = pattern.exec(query.get(name) ?? '')
    return match === null ? null : { sure: fill(doi, match) }
  }
}

const firstOf =
  (...readers: Rule['read'][]): Rule['read'] =>
  address => {
    for (const read of readers) {
      const reading = read(address)
      if (reading !== null) return reading
    }
    return null
  }

/** arXiv, and pages that show its papers under its numbers. */
const arxivFolder = String.raw`(?:abs|pdf|html|format|ps|e-print|src|arxiv|papers|overview)\/(?:arxiv:)?`
const arxivVersion = String.raw`(?:v\d+)?(?:\.pdf)?$`
const arxiv = firstOf(
  path(new RegExp(String.raw`${arxivFolder}(\d{4}\.\d{4,5})${arxivVersion}`, 'i'), '10.48550/arxiv.$1'),
  path(
    new RegExp(String.raw`${arxivFolder}([a-z-]+)(?:\.[a-z]{2})?\/(\d{7})${arxivVersion}`, 'i'),
    '10.48550/arxiv.$1/$2',
  ),
)

/**
 * Elsevier's PII as its journals had it in their DOIs until 2002 or a little longer; the Lancet's have it still. Newer DOIs are made
 * otherwise, so that there it is a guess. The year has two digits.
 */
const pii: Rule['read'] = ({ host, path, query }) => {
  const found = /\/(?:PII)?(S)?-?(\d{4})-?(\d{3}[\dX])\(?(\d\d)\)?(\d{5})-?([\dX])(?:[/.?_]|$)/i.exec(
    `${path}/${query.get('pii') ?? ''}`,
  )
  if (found === null) return null
  const [, letter, first = '', second = '', year = '', number = '', check = ''] = found
  const doi = `10.1016/${letter === undefined ? '' : 's'}${first}-${second}(${year})${number}-${check}`
  const isLancet = host === 'thelancet.com' || lancetJournals.has(`${first}-${second}`.toUpperCase())
  return isLancet || Number(year) >= 60 || Number(year) <= 2 ? { sure: doi } : { guess: doi }
}

/** MDPI puts the journal's ISSN where its DOI has a short name. */
const mdpi: Rule['read'] = ({ path }) => {
  const [, issn = '', volume = '', issue = '', article = ''] =
    /^\/(\d{4}-\d{3}[\dX])\/(\d+)\/(\d+)\/(\d+)(?:\/|$)/i.exec(path) ?? []
  const journal = mdpiJournals[issn.toUpperCase()]
  if (journal === undefined) return null
  return { sure: `10.3390/${journal}${volume}${issue.padStart(2, '0')}${article.padStart(4, '0')}` }
}

const osf: Rule['read'] = ({ host, path }) => {
  const own = host === 'psyarxiv.com' ? 'psyarxiv' : ''
  const [, server = own, id] = /^\/(?:preprints\/)?(?:([a-z]+)\/)?([a-z\d]{5}(?:_v\d+)?)(?:\/|$)/i.exec(path) ?? []
  if (id === undefined) return null
  const prefix = osfServers[server === '' && path.startsWith('/preprints/') ? 'osf' : server]
  if (prefix !== undefined) return { sure: `${prefix}/osf.io/${id}` }
  // A project, a registration or a file: only the first two have DOIs, and not all of them.
  return server === '' ? { guess: `10.17605/osf.io/${id}` } : null
}

/** Sites of one maker that put numbers and a title behind the DOI. */
const doiThenNumber = path(/.*\/doi\/(10\.\d{4,9}\/[^/]+(?:\/[^/]+)?)\/\d{5,}(?:\/|$)/i, '$1')

/** The Association for Computational Linguistics: DOIs of 2014 and 2015 have another prefix, older papers none. */
const anthology: Rule['read'] = address => {
  const id =
    /^\/(?:anthology\/)?(?:[A-Z]\/[A-Z]\d\d\/)?([A-Z]\d{2}-\d{4}|\d{4}\.[a-z\d_-]+\.\d+)(?:\.pdf|v\d+)?\/?$/.exec(
      address.path,
    )?.[1]
  if (id === undefined) return null
  const year = /^[A-Z](\d\d)/.exec(id)?.[1]
  return { guess: `${year === '14' || year === '15' ? '10.3115' : '10.18653'}/v1/${id}` }
}

/** The names of papers at the Royal Society of Chemistry, and those of before 2010. */
const rscName = String.raw`([a-z]\d[a-z]{2}\w{5,7}|[a-c]\d{6}[a-z\d])`

const silverchair =
  'academic.oup.com pubs.aip.org rupress.org direct.mit.edu ashpublications.org aacrjournals.org journals.biologists.com portlandpress.com read.dukeupress.edu online.ucpress.edu pubs.geoscienceworld.org jamanetwork.com'

/** Known relations between publishers' URLs and their DOIs. A literal DOI needs no rule here. */
const rules: readonly Rule[] = [
  {
    hosts: 'arxiv.org ar5iv.org ar5iv.labs.arxiv.org alphaxiv.org scirate.com huggingface.co xxx.lanl.gov',
    read: arxiv,
  },
  {
    hosts: 'ui.adsabs.harvard.edu adsabs.harvard.edu',
    read: path(/abs\/\d{4}arXiv(\d{4})(\d{5})\w/i, '10.48550/arxiv.$1.$2'),
  },
  {
    hosts: 'nature.com',
    read: firstOf(
      path(/articles\/(s41599-[\w-]+|palcomms[\w.]+)(?:\.pdf)?(?:\/|$)/i, '10.1057/$1'),
      // Purely numeric IDs belong to journals that moved to nature.com later, whose DOIs have an additional prefix.
      path(/articles\/(\d{5,9})(?:\/|$)/i, '10.1038/$1', 'guess'),
      path(/articles\/([a-z\d][\w.-]*?)(?:\.pdf|\.html)?(?:\/|$)/i, '10.1038/$1'),
      path(
        /[a-z]+\/journal\/[^/]+\/n[^/]+\/(?:full|abs|pdf)\/([a-z\d][\w.-]*?)(?:_[a-z]+)?\.(?:html|pdf)/i,
        '10.1038/$1',
      ),
    ),
  },
  { hosts: 'sciencedirect.com thelancet.com cell.com linkinghub.elsevier.com', read: pii },
  {
    hosts: 'biorxiv.org medrxiv.org',
    read: path(
      /(?:cgi\/content\/(?:short|abstract|full)|content\/(?:(?:bio|med)rxiv\/)?early\/\d{4}\/\d\d\/\d\d)\/((?:\d{4}\.\d\d\.\d\d\.)?\d{6,8})(?:v\d+)?(?:\.|\/|$)/i,
      '10.1101/$1',
    ),
  },
  {
    hosts: 'papers.ssrn.com ssrn.com',
    read: firstOf(
      parameter('abstract_id', /(\d+)/, '10.2139/ssrn.$1'),
      parameter('abstractid', /(\d+)/, '10.2139/ssrn.$1'),
      path(/abstract=(\d+)$/, '10.2139/ssrn.$1'),
    ),
  },
  { hosts: 'jstor.org', read: path(/(?:stable|discover)\/(?:pdf\/)?(\d{4,9})(?:\.pdf)?$/, '10.2307/$1') },
  {
    hosts: 'science.org sciencemag.org',
    read: path(/content\/(?:\w+\/)?\d+\/\d+\/([a-z]{3}[a-z]?\d{4})(?:\.|\/|$)/i, '10.1126/science.$1'),
  },
  {
    hosts: 'bmj.com',
    read: path(
      /content\/(?:bmj\/)?\d+\/(bmj[.-][a-z\d.-]+?)(?:\.(?:full|abstract)(?:\.pdf)?|\.pdf)?(?:\/|$)/i,
      '10.1136/$1',
    ),
  },
  { hosts: silverchair, read: doiThenNumber },
  {
    hosts: 'cambridge.org journals.cambridge.org',
    read: firstOf(
      path(/core\/product\/identifier\/(S[\dX]{16})(?:\/|$)/i, '10.1017/$1'),
      path(/(?:action\/\w+\/)?abstract_(S[\dX]{16})$/i, '10.1017/$1'),
      parameter('aid', /(S[\dX]{16})/i, '10.1017/$1'),
    ),
  },
  { hosts: 'mdpi.com', read: mdpi },
  {
    hosts: 'elifesciences.org',
    read: path(/(?:articles|reviewed-preprints|content\/\d+)\/e?(\d{5,6})(?:v\d+)?(?:\/|\.|$)/i, '10.7554/elife.$1'),
  },
  {
    hosts: 'dl.acm.org portal.acm.org',
    read: firstOf(parameter('doid', /(\d+\.\d+)/, '10.1145/$1'), parameter('id', /(\d+\.\d+)/, '10.1145/$1')),
  },
  {
    hosts: 'pubs.rsc.org xlink.rsc.org',
    read: firstOf(
      path(
        new RegExp(String.raw`en\/content\/article(?:landing|html|pdf)\/\d{4}\/\w+\/${rscName}(?:\/|$)`, 'i'),
        '10.1039/$1',
      ),
      parameter('doi', new RegExp(rscName, 'i'), '10.1039/$1'),
    ),
  },
  { hosts: 'osf.io psyarxiv.com', read: osf },
  { hosts: 'zenodo.org', read: path(/(?:records?|deposit)\/(\d+)(?:\/|$)/, '10.5281/zenodo.$1') },
  {
    // Universities' own figshares have prefixes of their own.
    hosts: 'figshare.com',
    read: firstOf(
      path(/articles\/(?:[\w-]+\/)?[^/]+\/(\d{5,})\/(\d{1,3})$/, '10.6084/m9.figshare.$1.v$2'),
      path(/articles\/(?:[\w-]+\/)?[^/]+\/(\d{5,})$/, '10.6084/m9.figshare.$1'),
    ),
  },
  { hosts: 'researchsquare.com', read: path(/article\/(rs-\d+)\/(v\d+)(?:\/|\.|$)/, '10.21203/rs.3.$1/$2') },
  { hosts: 'preprints.org', read: path(/manuscript\/(\d{6}\.\d{4})\/(v\d+)(?:\/|$)/, '10.20944/preprints$1.$2') },
  {
    hosts: 'peerj.com',
    read: firstOf(
      path(/articles\/(\d+)(?:\/|\.|$)/, '10.7717/peerj.$1'),
      path(/articles\/([a-z]+)-(\d+)(?:\/|\.|$)/, '10.7717/peerj-$1.$2'),
      path(/preprints\/(\d+)(?:\/|\.|$)/, '10.7287/peerj.preprints.$1'),
    ),
  },
  {
    hosts: 'copernicus.org',
    read: ({ host, path }) => {
      const journal = /^([a-z]+)\.copernicus\.org/.exec(host)?.[1]
      const [, volume, page, year] = /^\/articles\/(\d+)\/(\d+)\/(\d{4})(?:\/|$)/.exec(path) ?? []
      return journal === undefined || year === undefined
        ? null
        : { sure: `10.5194/${journal}-${volume}-${page}-${year}` }
    },
  },
  { hosts: 'aclanthology.org aclweb.org', read: anthology },
  { hosts: 'nber.org', read: path(/(?:system\/files\/working_)?papers\/(w\d+)(?:\/|\.|$)/, '10.3386/$1') },
  {
    hosts: 'iopscience.iop.org',
    read: path(/(\d{4}-\d{3}[\dX](?:\/[\w-]+){2,3}?)(?:\/(?:fulltext|abstract|pdf|meta))?$/i, '10.1088/$1'),
  },
]

const byHost = new Map(rules.flatMap(({ hosts, read }) => hosts.split(' ').map(host => [host, read] as const)))

/** Applies the site's rule to a URL; null if there is none, or it does not match. */
export const readByRule = (address: Address): Reading => {
  for (let host = address.host; host.includes('.'); host = host.slice(host.indexOf('.') + 1)) {
    const read = byHost.get(host)
    if (read !== undefined && !(host === 'figshare.com' && host !== address.host)) return read(address)
  }
  return null
}
