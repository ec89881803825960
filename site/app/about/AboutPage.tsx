import { Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import { ShapeKey } from '../../paper/known/index.tsx'
import type { AboutModel } from './privacy-model.ts'

/** About page: purpose, method, sources and limitations. */
export const AboutPage = ({ model: { contact, version } }: { model: AboutModel }) => (
  <Layout>
    <article className="prose">
      <h1>About Corroborate</h1>
      <p className="lead">
        Every scientific paper has a page here, at its DOI. It shows the paper’s retractions, corrections and
        replications, each with its date and source, and readers’ votes and notes.
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

      <h2 id="sources">Where the data comes from</h2>
      <ul>
        <li>
          Corrections and retractions: <a href="https://www.crossref.org/">Crossref</a>, as publishers deposit them, and{' '}
          <a href="https://retractionwatch.com/">Retraction Watch</a>, with the reasons it gives.
        </li>
        <li>
          Replications and reproductions: <a href="https://forrt.org/">FORRT</a>, the Framework for Open and
          Reproducible Research Training. Its contributors code published replications by original study and outcome (CC
          BY 4.0).
        </li>
        <li>
          Titles, authors, journals, abstracts and citations: <a href="https://openalex.org/">OpenAlex</a> (CC0) and
          Crossref.
        </li>
        <li>
          We coded a small number of entries ourselves; those name the publisher’s notice or the authors of the
          replication as their source.
        </li>
      </ul>
      <p>
        <a href={paths.status}>Data sources</a> shows when each source was last synced, as does every paper’s page.
      </p>

      <h2>Limits</h2>
      <ul>
        <li>
          Sources are incomplete and lag behind. A paper without a retraction here may have been retracted yesterday.
        </li>
        <li>
          A replication’s outcome is the judgment of the people who coded it. Samples and methods may differ from the
          original. Read the replication before you decide.
        </li>
        <li>One failed replication does not make a finding false, and one success does not make it true.</li>
        <li>Votes and notes are readers’ opinions. They never change a paper’s status.</li>
        <li>“Corrected” can mean a misspelled name or a wrong result. Read the notice.</li>
      </ul>

      <h2 id="money">Bounties and payouts</h2>
      <p>
        Anyone can contribute to a paper’s bounty or to <a href={paths.pool}>the pool</a>. Bounties reward sound
        reproductions, whatever the result. Two moderators approve each award; unused money is refunded.
      </p>
      <p>
        One moderator proposes an award for approved reports and another confirms it. Until it is paid, an award can be
        withdrawn the same way. Moderators who wrote or approved a report on the paper, contributed to its bounty or
        claimed it take no part. A claim reserves the bounty for up to 90 days. Contributions that were not awarded are
        refunded after a year; we email you a month before. If a refund fails because the card no longer exists, the
        money goes to the pool.
      </p>
      <p>
        Stripe processes payments; this site never sees your card. The site’s operators pay Stripe’s fees, so every
        contribution counts in full.
      </p>

      <h2>Report an error</h2>
      <p>
        Errors in a source are best corrected at the source: by the publisher at Crossref, or by contacting Retraction
        Watch or FORRT. Corrections arrive here within a day. Errors in our own rules or entries are ours to correct.
        The software is open source under the MIT license. This is {`version ${version}`}.
      </p>
      <p>
        Every note, report and source has a “Report a problem” link. Describe the problem and log in or leave an email
        address; a moderator will review it and reply. Authors can use it to dispute information about their paper.
        {contact !== null && (
          <>
            {' '}
            You can also contact the site’s operators: <a href={`mailto:${contact}`}>{contact}</a>.
          </>
        )}
      </p>
      <p>
        See also <a href={paths.privacy}>privacy</a>.
      </p>
    </article>
  </Layout>
)
