import { Code } from './Code.tsx'

/** How a client computes the hash prefix of a DOI. */
export const RangeFormat = () => (
  <section aria-labelledby="range-format">
    <h2 id="range-format">Compute a hash prefix</h2>
    <ol>
      <li>
        Write the DOI bare, with A to Z in lower case, in Unicode NFC, as UTF-8: <code>10.1126/science.aac4716</code>.
      </li>
      <li>Compute its SHA-256 as 64 lower-case hexadecimal digits.</li>
      <li>
        Read <code>prefix_length</code> from <code>/ranges</code>, and request <code>/ranges/</code> with that many of
        the first digits.
      </li>
      <li>
        Find the full hash or the DOI in <code>papers</code>. A paper that is missing has no known events or
        replications; that does not mean it was checked and found sound.
      </li>
    </ol>
    <p>
      A range holds eight papers or more on average. As the index grows, <code>prefix_length</code> increases by one;
      the shorter length keeps working. <code>version</code> is the version of the format, 1.
    </p>
  </section>
)

/** How pages of others embed badges; `origin`: of this site. */
export const OnYourPages = ({ origin }: { origin: string }) => (
  <section aria-labelledby="on-your-pages">
    <h2 id="on-your-pages">Badges</h2>
    <p>
      A badge shows the status of a paper and links to its page here; papers without a status get none. This script adds
      a badge to every DOI of your page:
    </p>
    <Code>{`<script type="module" src="${origin}/embed.js" data-mark="dois"></script>`}</Code>
    <p>
      Without <code>data-mark</code>, place badges yourself:
    </p>
    <Code>{'<corroborate-badge doi="10.1016/s0140-6736(97)11096-0"></corroborate-badge>'}</Code>
    <p>
      Bundled pages use the package <code>@corroborate/embed</code>:
    </p>
    <Code>{`import { showBadges } from "@corroborate/embed"\n\nshowBadges({ site: "${origin}", mark: true })`}</Code>
    <ul>
      <li>
        Badges use hash prefixes: no DOI, cookie or referrer is sent. They need HTTPS, because browsers compute SHA-256
        in secure contexts only.
      </li>
      <li>
        A Content-Security-Policy must allow <code>script-src {origin}</code> and <code>connect-src {origin}</code>.
        Inline styles are not needed; Trusted Types are supported.
      </li>
      <li>
        Colors follow the <code>color-scheme</code> of your page.
      </li>
      <li>
        Each visible badge dispatches <code>corroborate-known</code>, which bubbles. Its <code>detail</code> has{' '}
        <code>kind</code> and <code>words</code>.
      </li>
    </ul>
  </section>
)

/** The command-line tool and the GitHub action; `origin`: of this site. */
export const InYourBuild = ({ origin }: { origin: string }) => (
  <section aria-labelledby="in-your-build">
    <h2 id="in-your-build">Command line and CI</h2>
    <p>
      <code>@corroborate/cli</code> checks bibliographies and exits with an error for retracted or disputed references
      that you have not accepted. It writes text, JSON, SARIF and GitHub annotations; see <code>--help</code>.
    </p>
    <Code>{`npx @corroborate/cli check paper.bib --site ${origin}`}</Code>
    <p>
      In GitHub Actions, the <code>action.yml</code> of this site’s repository annotates bibliographies in pull
      requests.
    </p>
  </section>
)
