import { Layout } from '../../kit/browser/index.tsx'
import type { ApiPageModel } from './api-page-model.ts'
import { Code, Endpoint, Marked } from './Endpoint.tsx'

/** Rules that apply to every endpoint. */
const Basics = () => (
  <section aria-labelledby="basics">
    <h2 id="basics">Basics</h2>
    <dl className="api-basics">
      <div>
        <dt>Access</dt>
        <dd>No key and no cookies. CORS is open to every origin.</dd>
      </div>
      <div>
        <dt>DOIs</dt>
        <dd>
          Send a DOI bare, as <code>https://doi.org/…</code>, as a publisher’s URL or as an arXiv ID. Responses use the
          bare form in lower case.
        </dd>
      </div>
      <div>
        <dt>Versioning</dt>
        <dd>
          Unknown parameters and fields are rejected with their name. Responses may gain fields; ignore those that you
          do not know.
        </dd>
      </div>
      <div>
        <dt>Caching</dt>
        <dd>
          GET responses have a strong <code>ETag</code>: send it as <code>If-None-Match</code> to receive 304 while
          nothing has changed. Follow <code>Cache-Control</code>.
        </dd>
      </div>
      <div>
        <dt>Rate limits</dt>
        <dd>
          <code>RateLimit-Policy</code> gives the points (<code>q</code>) per window (<code>w</code>, seconds) of your
          IP address, <code>RateLimit</code> the points left (<code>r</code>) and the seconds to the reset (
          <code>t</code>). When the limit is exhausted, requests return 429 with <code>Retry-After</code>.
        </dd>
      </div>
      <div>
        <dt>Dates</dt>
        <dd>ISO 8601 in UTC. A publication date may be a year, a month or a day, as its source gives it.</dd>
      </div>
      <div>
        <dt>License</dt>
        <dd>
          Data from FORRT is CC BY 4.0: credit FORRT. Every event and replication names its source and links to it.
        </dd>
      </div>
    </dl>
  </section>
)

/** How a client computes the hash prefix of a DOI. */
const RangeFormat = () => (
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
const OnYourPages = ({ origin }: { origin: string }) => (
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
        Each visible badge dispatches <code>corroborate-status</code>, which bubbles. Its <code>detail</code> has{' '}
        <code>key</code> and <code>label</code>.
      </li>
    </ul>
  </section>
)

/** The command-line tool and the GitHub action; `origin`: of this site. */
const InYourBuild = ({ origin }: { origin: string }) => (
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

/** API reference: an index, then each endpoint with an example beside it. */
export const ApiPage = ({ model }: { model: ApiPageModel }) => {
  const { origin, base, document, calls, problems, assistants } = model
  return (
    <Layout>
      <header className="prose api-head">
        <h1>API</h1>
        <p className="lead">
          A free JSON API for every status, event and replication shown on this site. No key required.
        </p>
        <p>
          Base URL: <code>{base}</code> · <a href={document}>OpenAPI document</a>
        </p>
      </header>
      <div className="api">
        <Index calls={calls} assistants={assistants.title} />
        <div className="api-main">
          <Basics />
          {calls.map(call => (
            <Endpoint key={call.id} call={call} />
          ))}
          <RangeFormat />
          <section aria-labelledby="assistants">
            <h2 id="assistants">{assistants.title}</h2>
            <p>{assistants.text}</p>
            <Code>{assistants.url}</Code>
          </section>
          <OnYourPages origin={origin} />
          <InYourBuild origin={origin} />
          <section aria-labelledby="errors">
            <h2 id="errors">Errors</h2>
            <p>
              Errors are RFC 9457 problem details. Each <code>type</code> links to its entry here.
            </p>
            <dl className="api-problems">
              {problems.map(({ word, title, status, help }) => (
                <div key={word} id={word}>
                  <dt>
                    <code>{word}</code> <small>{status}</small>
                  </dt>
                  <dd>
                    {title}. <Marked text={help} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      </div>
    </Layout>
  )
}

const Index = ({ calls, assistants }: Pick<ApiPageModel, 'calls'> & { assistants: string }) => (
  <nav className="api-index" aria-label="On this page">
    <p id="index-start">Getting started</p>
    <ul aria-labelledby="index-start">
      <Entry id="basics">Basics</Entry>
      <Entry id="errors">Errors</Entry>
    </ul>
    <p id="index-endpoints">Endpoints</p>
    <ul aria-labelledby="index-endpoints">
      {calls.map(({ id, summary }) => (
        <Entry key={id} id={id}>
          {summary}
        </Entry>
      ))}
    </ul>
    <p id="index-guides">Guides</p>
    <ul aria-labelledby="index-guides">
      <Entry id="range-format">Compute a hash prefix</Entry>
      <Entry id="assistants">{assistants}</Entry>
      <Entry id="on-your-pages">Badges</Entry>
      <Entry id="in-your-build">Command line and CI</Entry>
    </ul>
  </nav>
)

const Entry = ({ id, children }: { id: string; children: string }) => (
  <li>
    <a href={`#${id}`}>{children}</a>
  </li>
)
