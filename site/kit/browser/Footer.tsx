import { paths } from '../doi/index.ts'

export const Footer = ({ contact }: { contact: string | null }) => (
  <footer className="site-footer">
    <p>Corroborate shows the retractions, corrections and replications of every scientific paper.</p>
    <p>
      Records come from <a href="https://openalex.org/">OpenAlex</a> (CC0) and{' '}
      <a href="https://www.crossref.org/">Crossref</a>; corrections and retractions from Crossref and{' '}
      <a href="https://retractionwatch.com/">Retraction Watch</a>; replications from{' '}
      <a href="https://forrt.org/">FORRT</a> (CC BY 4.0). A few were coded by us from the notices and papers. The
      software is open source under the MIT license.
    </p>
    <ul className="footer-links">
      <li>
        <a href={paths.about}>About</a>
      </li>
      <li>
        <a href={paths.check}>Check your references</a>
      </li>
      <li>
        <a href={paths.recent()}>Recent updates</a>
      </li>
      <li>
        <a href={paths.wanted()}>Replications wanted</a>
      </li>
      <li>
        <a href={paths.pool}>Pool</a> and <a href={paths.books()}>ledger</a>
      </li>
      <li>
        <a href={paths.status}>Data sources</a>
      </li>
      <li>
        <a href={paths.moderation}>Moderation</a>
      </li>
      <li>
        <a href={paths.api}>API</a>
      </li>
      <li>
        <a href={paths.privacy}>Privacy</a>
      </li>
      {contact !== null && (
        <li>
          <a href={`mailto:${contact}`}>Contact the operators</a>
        </li>
      )}
    </ul>
  </footer>
)
