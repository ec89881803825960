import { type ComponentType, useContext } from 'react'
import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import { Island, Layout, Share } from '../../kit/browser/index.tsx'
import { type CiteFormat, type Doi, paths, storedDoi } from '../../kit/doi/index.ts'
import { formatDate } from '../../kit/times/times.ts'
import {
  Answer,
  CommunityReports,
  Fresh,
  isOffTheRecord,
  isPublished,
  KnownFacts,
  StatusMark,
  Strip,
} from '../known/index.tsx'
import { AuthorName } from './AuthorName.tsx'
import type { PaperPageModel, ShownVersion } from './model.ts'
import { PaperSections } from './paper-sections.ts'

const firstIsRightToLeft =
  /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Returns the text direction of a line starting with this name, for `dir`. `dir="auto"` ignores the content of the `<bdi>` elements that
 * isolate names.
 */
export const directionFrom = (name: string | undefined): 'rtl' | undefined =>
  name !== undefined && firstIsRightToLeft.test(name) ? 'rtl' : undefined

type Author = PaperPageModel['authors'][number]

/** SPEC §9: three are named; the others are there on demand. */
const shown = 3
/** So many are listed on the paper's page; more have pages of their own. */
const mostListed = 100

type AuthorsProps = {
  doi: Doi
  authors: readonly Author[]
  /** The source left out the rest: there is no list of all to show. */
  truncated: boolean
}

const Authors = ({ doi, authors, truncated }: AuthorsProps) => {
  if (authors.length === 0) return null
  const direction = directionFrom(authors[0]?.name)
  if (authors.length <= shown)
    return (
      <p className="authors" dir={direction}>
        {authors.map((author, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two authors may share a name, and their order is the paper's.
          <span key={index}>
            {index > 0 && ', '}
            <AuthorName author={author} />
          </span>
        ))}
        {truncated && ' et al.'}
      </p>
    )
  const listed = authors.slice(0, mostListed)
  const hasMore = listed.length < authors.length
  return (
    <details className="authors" dir={direction}>
      <summary>
        {authors.slice(0, shown).map(({ name }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <bdi key={index}>{`${name}${index < shown - 1 ? ', ' : ' '}`}</bdi>
        ))}
        <span className="authors-more">et al.</span>
      </summary>
      <ol aria-label={hasMore || truncated ? `The first ${listed.length} authors` : `All ${authors.length} authors`}>
        {listed.map((author, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two authors may share a name, and their order is the paper's.
          <li key={index}>
            <AuthorName author={author} />
          </li>
        ))}
        {truncated && !hasMore && <li className="authors-others">and others</li>}
      </ol>
      {hasMore && (
        <p className="whole-list">
          <a href={paths.all(doi, 'authors')}>{`All ${groupedNumber(authors.length)} authors`}</a>
        </p>
      )}
    </details>
  )
}

const formats: readonly { format: CiteFormat; name: string; for: string }[] = [
  { format: 'bibtex', name: 'BibTeX', for: 'LaTeX' },
  { format: 'ris', name: 'RIS', for: 'EndNote, Mendeley, Papers' },
  { format: 'csl-json', name: 'CSL-JSON', for: 'Zotero, Pandoc' },
]

/** The citation as a download, in the formats that reference managers read. */
const Cite = ({ doi }: { doi: string }) => (
  <details className="disclosure">
    <summary>Cite</summary>
    <ul className="downloads">
      {formats.map(({ format, name, for: readers }) => (
        <li key={format}>
          <a href={paths.cite(storedDoi(doi), format)} download="">
            {name}
          </a>
          <span>{` for ${readers}`}</span>
        </li>
      ))}
      <li>
        <a href={paths.badge(storedDoi(doi))}>Badge</a>
        <span> for your own page (SVG)</span>
      </li>
    </ul>
  </details>
)

type DetailsProps = Pick<PaperPageModel, 'details' | 'versions'>

/** Further record data: full text, citation count, other versions, abstract. */
const Details = ({ details: { abstract, freeText, citedBy }, versions }: DetailsProps) => (
  <>
    {(freeText !== null || citedBy !== null) && (
      <p className="record-facts">
        {freeText !== null && (
          <span>
            <a href={freeText.href} className="with-address">
              Read it free
            </a>
            {` at ${freeText.place}${freeText.version === null ? '' : `, ${freeText.version}`}`}
          </span>
        )}
        {citedBy !== null && (
          <span>{`Cited ${times(citedBy.count)} (${citedBy.at === null ? 'as of our last import' : `${citedBy.from}, ${formatDate(citedBy.at)}`})`}</span>
        )}
      </p>
    )}
    {versions.map(version => (
      <Version key={version.doi} version={version} />
    ))}
    {abstract !== null && (
      <details className="abstract">
        <summary>Abstract</summary>
        <p dir="auto">{abstract.text}</p>
        <p className="fine">{`From ${abstract.from}, ${abstract.licence}.`}</p>
      </details>
    )}
  </>
)

const times = (count: number): string => (count === 1 ? 'once' : `${groupedNumber(count)} times`)

const kinds: Readonly<Record<ShownVersion['kind'], string>> = {
  preprint: 'Preprint',
  article: 'Published as',
  version: 'Another version',
}

const Version = ({ version: { doi, href, title, kind, byTitle, status } }: { version: ShownVersion }) => (
  <p className="record-version">
    {`${kinds[kind]}: `}
    <a href={href} dir="auto">
      {title ?? doi}
    </a>
    {byTitle && ' (found by its title and an author; no record says so)'}
    {status !== null && (
      <>
        {' '}
        <StatusMark status={status} />
      </>
    )}
  </p>
)

type Props = { model: PaperPageModel }

/**
 * A paper's page: metadata and status, vote, evidence, actions and notes. The markup order is the mobile order; on desktop the vote and the
 * actions are in a side column.
 */
export const PaperPage = ({ model }: Props) => {
  const { side, story, personal } = useContext(PaperSections)
  const { doi, known } = model
  const island = ({ name, of, props }: ReturnType<typeof sectionsIn>[number]) => (
    <Island key={name} name={name} of={of} props={props} isPersonal={personal.includes(name)} />
  )
  const beside = sectionsIn(side, model)
  const told = sectionsIn(story, model)
  const stories = (isNotes: boolean) =>
    told
      .filter(({ name }) => (name === 'notes') === isNotes)
      .map(({ name, of: Section, props }) => <Section key={name} {...props} />)
  return (
    <Layout>
      <div className="paper">
        <Head model={model} />
        {'vote' in model.sections && (
          <div className="paper-vote">
            {isOffTheRecord(known.status) && <p className="vote-beside">Votes don’t change the paper’s status.</p>}
            {beside.filter(({ name }) => name === 'vote').map(island)}
          </div>
        )}
        <div className="paper-record">
          <Details details={model.details} versions={model.versions} />
          <Fresh doi={storedDoi(doi)} freshness={model.freshness} />
        </div>
        <Evidence model={model} />
        <CommunityReports doi={storedDoi(doi)} facts={known.facts} />
        {stories(false)}
        <aside className="paper-side" aria-label="Take part">
          {beside.filter(({ name }) => name !== 'vote').map(island)}
          <div className="paper-tools">
            <Cite doi={doi} />
            <Island name="share" of={Share} props={{}} />
          </div>
        </aside>
        {stories(true)}
      </div>
    </Layout>
  )
}

const Head = ({ model }: Props) => {
  const origin = [model.kind, model.journal, model.year].filter(part => part !== null).join(' · ')
  return (
    <div className="paper-head">
      <Answer
        status={model.known.status}
        summary={model.known.summary}
        facts={model.known.facts.filter(isPublished).length}
      />
      {origin !== '' && (
        <p className="eyebrow" dir="auto">
          {origin}
        </p>
      )}
      <h1 className={lengthOf(model.title ?? model.doi)} dir="auto">
        {model.title ?? model.doi}
      </h1>
      <Authors doi={storedDoi(model.doi)} authors={model.authors} truncated={model.authorsTruncated} />
      <p className="doi">
        <a href={model.doiUrl}>{`https://doi.org/${model.doi}`}</a>
      </p>
    </div>
  )
}

/** Returns the components of a list that have server data, with their data. */
const sectionsIn = (components: Readonly<Record<string, unknown>>, { sections }: PaperPageModel) =>
  Object.entries(sections)
    .filter(([name]) => name in components)
    .map(([name, props]) => ({ name, props, of: components[name] as ComponentType<object> }))

const Evidence = ({ model: { doi, known, record, year } }: Props) => {
  const isNothing = !known.facts.some(isPublished)
  if (known.facts.length === 0 && record !== 'found') return null
  return (
    <section className="known" id="known" aria-labelledby="known-label">
      <h2 id="known-label">Evidence</h2>
      <Strip doi={storedDoi(doi)} known={known} year={year} />
      {isNothing ? (
        <p className="empty">Retractions, corrections and replications appear here with their dates and sources.</p>
      ) : (
        <KnownFacts doi={storedDoi(doi)} facts={known.facts} />
      )}
    </section>
  )
}

/** A long title is set smaller, so that the answer below it stays in sight. */
const lengthOf = (title: string): string => (title.length > 220 ? 'very-long' : title.length > 110 ? 'long' : 'short')
