import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import { StatusMark } from '../known/index.tsx'
import type { CitesModel } from './model.ts'

/** Flagged references of a paper with event and date. Renders nothing if there are none. */
export const FlaggedReferences = ({ heading, papers, more }: CitesModel) =>
  heading === null ? null : (
    <section className="cites" id="cites" aria-labelledby="cites-label">
      <h2 id="cites-label">{heading}</h2>
      <p className="cites-about">
        This says nothing about the paper itself. A paper may also cite one in order to question it.
      </p>
      <ul className="cites-list">
        {papers.map(paper => (
          <Cited key={paper.doi} paper={paper} />
        ))}
      </ul>
      {more > 0 && <p className="fine">{`And ${groupedNumber(more)} more.`}</p>}
    </section>
  )

const Cited = ({ paper: { doi, title, href, status, years, by, when } }: { paper: CitesModel['papers'][number] }) => (
  <li>
    <p>
      <a href={href} dir="auto">
        {title ?? doi}
      </a>
    </p>
    <p className="cites-what">
      <StatusMark status={status} />
      {years !== null && `, ${years}`}
      {when !== null && `, ${when}`}
      {by !== null && `, according to ${by}`}
    </p>
  </li>
)
