import { type ComponentType, useContext } from 'react'
import { Island, Layout, Share } from '../../kit/browser/index.tsx'
import { storedDoi } from '../../kit/doi/index.ts'
import { Answer, CommunityReports, Fresh, isOffTheRecord, isPublished, KnownFacts, Strip } from '../known/index.tsx'
import { Authors } from './Authors.tsx'
import { Cite } from './Cite.tsx'
import { Details } from './Details.tsx'
import type { PaperPageModel } from './model.ts'
import { PaperSections } from './paper-sections.ts'

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
