import { Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import { ShapeKey } from '../../paper/known/index.tsx'
import type { AboutModel } from './about-model.ts'

/** What this is, how the answer is made, where it comes from, and what it cannot tell. */
export const AboutPage = ({ model: { contact, version } }: { model: AboutModel }) => (
  <Layout>
    <article className="prose">
      <h1>About Corroborate</h1>
      <p className="lead">
        Every scientific paper has a page here, at its DOI. It answers one question: does this paper hold? It says what
        was corrected, retracted and repeated since, with dates and sources, and what readers think.
      </p>

      <h2>How the status is determined</h2>
      <p>
        Each paper has one status, the most serious finding about it: retracted, withdrawn, partly retracted or an
        expression of concern; then the results of replications and reproductions, with their number; then corrections.
        If nothing is found, the page says so. That says nothing against a paper: most are never replicated. If a source
        did not respond, the page says that instead.
      </p>
      <p>
        Community reports are reproductions that readers submit here. They have a section of their own and never change
        a status that published evidence decides; if nothing is published, the reports that count decide it. A report
        counts if its material is public and two moderators have approved it.
      </p>
      <p>
        The status is computed by the same rules for every paper. Nobody edits it, and votes don’t change it. An event
        that two sources report is shown once, with both named. A title that itself says “retracted” counts as evidence.
      </p>
      <ShapeKey />

      <h2 id="sources">Where it comes from</h2>
      <ul>
        <li>
          Corrections and retractions: <a href="https://www.crossref.org/">Crossref</a>, as publishers deposit them, and{' '}
          <a href="https://retractionwatch.com/">Retraction Watch</a>, with the reasons it gives.
        </li>
        <li>
          Replications and reproductions: <a href="https://forrt.org/">FORRT</a>, the Framework for Open and Reproducible
          Research Training. Its contributors code published studies: the original study of each and its result. Their
          list is licensed under CC BY 4.0.
        </li>
        <li>
          Titles, authors, journals, abstracts and citations: <a href="https://openalex.org/">OpenAlex</a> (CC0) and
          Crossref.
        </li>
        <li>
          A few of all these we have read ourselves: there the publisher’s notice, or the authors who repeated the
          paper, are named.
        </li>
      </ul>
      <p>
        <a href={paths.status}>Data sources</a> shows when each source was last synced; so does every paper’s page.
      </p>

      <h2>What it cannot tell</h2>
      <ul>
        <li>Sources are incomplete and late. A paper without a retraction here may have been retracted yesterday.</li>
        <li>
          Whether a repetition held is a judgement of those who coded it. It may have used other people, other methods,
          or too few of either. Read it before you decide.
        </li>
        <li>One attempt that failed does not make a finding false, nor does one that held make it true.</li>
        <li>Votes and notes are opinions of readers, shown beside the record and never mixed with it.</li>
        <li>“Corrected” may be a misspelt name or a wrong result: the notice says which.</li>
      </ul>

      <h2 id="money">What happens to money</h2>
      <p>
        Anybody can contribute to the bounty of a paper, or to <a href={paths.pool}>the pool</a>. The rule is one
        sentence: money goes to good reproduction work whatever its verdict, decided by two moderators, or back.
      </p>
      <p>
        One moderator proposes which approved reports are awarded how much, and another one has to agree. In the same
        way an award can be taken back until it is paid. Nobody decides who wrote a report on the paper, paid into its
        bounty, claimed it or let the report in. While somebody has claimed a paper, its bounty waits for them, for 90
        days at the longest. What nobody was awarded goes back a year after it was given; we write to you a month
        before. What cannot go back any more, because a card is gone, goes to the pool.
      </p>
      <p>
        Payments go through Stripe; this site never sees a card. What Stripe keeps for its work is paid by the people
        who run this site, so that a contribution counts in full.
      </p>

      <h2>When it is wrong</h2>
      <p>
        What a source says is best mended there, and arrives here within a day of its doing so: at Crossref by the
        publisher, at Retraction Watch and FORRT by writing to them. What our own rules or list make of it is ours to
        mend. The software is open source under the MIT licence. This is {`version ${version}`}.
      </p>
      <p>
        Every note, report and source has a link “Report a problem”: say what is wrong, with an account or an e-mail
        address, and a moderator looks at it and answers you. Authors who disagree with what is said of their paper are
        heard there, too.
        {contact !== null && (
          <>
            {' '}
            You can also write to those who run this site: <a href={`mailto:${contact}`}>{contact}</a>.
          </>
        )}
      </p>
      <p>
        What we keep of readers is said under <a href={paths.privacy}>privacy</a>.
      </p>
    </article>
  </Layout>
)
