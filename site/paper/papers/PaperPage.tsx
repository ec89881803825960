import { type ComponentType, useContext } from 'react'
import { Island, Layout, Share } from '../../kit/browser/index.tsx'
import { storedDoi } from '../../kit/doi/index.ts'
import { Answer, Fresh, isOffTheRecord, KnownFacts, Strip } from '../known/index.tsx'
import { Authors } from './Authors.tsx'
import { Cite } from './Cite.tsx'
import { Details } from './Details.tsx'
import type { PaperPageModel } from './model.ts'
import { PaperSections } from './paper-sections.ts'

type Props = { model: PaperPageModel }

/** The page of one paper: what it is, whether it holds, and what the reader has to say. */
export const PaperPage = ({ model }: Props) => {
  const { side, story, personal } = useContext(PaperSections)
  return (
    <Layout>
      <div className="paper">
        <Head model={model} />
        <aside className="paper-side" aria-label="Your part">
          {'vote' in model.sections && isOffTheRecord(model.known.status) && (
            <p className="vote-beside">
              The record stands, whatever readers vote: a vote says whether you rely on this paper.
            </p>
          )}
          {sectionsIn(side, model).map(({ name, of, props }) => (
            <Island key={name} name={name} of={of} props={props} isPersonal={personal.includes(name)} />
          ))}
          <div className="paper-tools">
            <Cite doi={model.doi} />
            <Island name="share" of={Share} props={{}} />
          </div>
        </aside>
        <Known model={model} />
        {sectionsIn(story, model).map(({ name, of: Section, props }) => (
          <Section key={name} {...props} />
        ))}
      </div>
    </Layout>
  )
}

const Head = ({ model }: Props) => {
  const origin = [model.kind, model.journal, model.year].filter(part => part !== null).join(' · ')
  return (
    <div className="paper-head">
      <Answer status={model.known.status} summary={model.known.summary} facts={model.known.facts.length} />
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
      <Details details={model.details} versions={model.versions} />
      <Fresh doi={storedDoi(model.doi)} freshness={model.freshness} />
    </div>
  )
}

/** Those of a list of components for which the server read something, each with what was read for it. */
const sectionsIn = (components: Readonly<Record<string, unknown>>, { sections }: PaperPageModel) =>
  Object.entries(sections)
    .filter(([name]) => name in components)
    .map(([name, props]) => ({ name, props, of: components[name] as ComponentType<object> }))

const Known = ({ model: { doi, known, record, year } }: Props) => {
  const isNothing = known.facts.length === 0
  if (isNothing && record !== 'found') return null
  return (
    <section className="known" id="known" aria-labelledby="known-label">
      <h2 id="known-label" className={isNothing ? 'visually-hidden' : undefined}>
        What is known
      </h2>
      <Strip doi={storedDoi(doi)} known={known} year={year} />
      {isNothing || <KnownFacts doi={storedDoi(doi)} facts={known.facts} />}
      {isNothing && (
        <p className="empty">
          Corrections, retractions and attempts to repeat this paper would be shown here, on the line at the year they
          happened and below it with their sources.
        </p>
      )}
    </section>
  )
}

/** A long title is set smaller, so that the answer below it stays in sight. */
const lengthOf = (title: string): string => (title.length > 220 ? 'very-long' : title.length > 110 ? 'long' : 'short')
