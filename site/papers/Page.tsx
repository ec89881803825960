import type { ComponentType } from 'react'
import { Island, Layout, Share } from '../browser/index.tsx'
import { Answer, Fresh, KnownFacts, Strip } from '../known/index.tsx'
import { paperSections } from '../paper-sections.tsx'
import { Authors } from './Authors.tsx'
import { Cite } from './Cite.tsx'
import type { PaperPageModel } from './model.ts'

type Props = { model: PaperPageModel }

/** The page of one paper: what it is, whether it holds, and what the reader has to say. */
export const PaperPage = ({ model }: Props) => (
  <Layout>
    <div className="paper">
      <Head model={model} />
      <aside className="paper-side" aria-label="Your part">
        {Object.entries(model.sections).map(([name, props]) => (
          <Island key={name} name={name} of={sectionNamed(name)} props={props} />
        ))}
        <div className="paper-tools">
          <Cite doi={model.doi} />
          <Island name="share" of={Share} props={{}} />
        </div>
      </aside>
      <Known model={model} />
    </div>
  </Layout>
)

const Head = ({ model }: Props) => {
  const origin = [model.kind, model.journal, model.year].filter(part => part !== null).join(' · ')
  return (
    <div className="paper-head">
      <Answer
        status={model.known.status}
        summary={model.known.summary}
        facts={model.known.facts.length}
        freshness={model.freshness}
      />
      {origin !== '' && <p className="eyebrow">{origin}</p>}
      <h1 className={lengthOf(model.title ?? model.doi)}>{model.title ?? model.doi}</h1>
      <Authors authors={model.authors} truncated={model.authorsTruncated} />
      <p className="doi">
        <a href={model.doiUrl}>{`https://doi.org/${model.doi}`}</a>
      </p>
      <Fresh freshness={model.freshness} />
    </div>
  )
}

/** Whatever the server read was for the component of that name. */
const sectionNamed = (name: string): ComponentType<object> =>
  paperSections[name as keyof typeof paperSections] as ComponentType<object>

const Known = ({ model: { known, record, year, doiUrl } }: Props) => {
  if (known.facts.length === 0 && record !== 'found') return null
  return (
    <section className="known" id="known" aria-labelledby="known-label">
      <h2 id="known-label">What is known</h2>
      <Strip known={known} year={year} doiUrl={doiUrl} />
      {known.facts.length > 0 ? (
        <KnownFacts facts={known.facts} />
      ) : (
        <p className="empty">
          Corrections, retractions and attempts to repeat this paper would stand here, on the line at the year they
          happened and below it with their sources.
        </p>
      )}
    </section>
  )
}

/** A long title is set smaller, so that the answer below it stays in sight. */
const lengthOf = (title: string): string => (title.length > 220 ? 'very-long' : title.length > 110 ? 'long' : 'short')
